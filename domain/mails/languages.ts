/** Languages of mails to customers, as BCP 47 tags, with their own names. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
} as const

export type Language = keyof typeof LANGUAGES

export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as [Language, ...Language[]]

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag)

/** The offered language of a tag: 'de' of 'de-AT'. English when it is not offered. */
export function languageOf(tag: string): Language {
  const [primary = ''] = tag.toLowerCase().split('-')
  return isLanguage(primary) ? primary : 'en'
}
