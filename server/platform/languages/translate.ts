import { IntlMessageFormat } from 'intl-messageformat'
import type { Text } from '../../../domain/languages/msg.ts'
import type { Language } from '../../../domain/mails/languages.ts'
import { findTranslation } from './catalogues.ts'

/** Values of a message's arguments. `context` tells apart texts that English writes alike; it is never shown. */
export interface MessageArguments {
  readonly context?: string
  readonly [name: string]: string | number | undefined
}

export type Translator = (message: string, args?: MessageArguments) => string

/** Compiled messages by language and key. Keys are literals of the program, so there is an end to them. */
const compiled = new Map<string, IntlMessageFormat>()

/** Dates are days of a calendar, in no zone but UTC. */
const FORMATTERS = {
  getNumberFormat: (...[locale, options]: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(locale, options),
  getDateTimeFormat: (...[locale, options]: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
  getPluralRules: (...[locale, options]: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(locale, options),
}

/**
 * Writes a message in a language, or in English where it has no translation. Messages are English texts in ICU
 * MessageFormat: 'Pay {amount}'. Throws for a missing argument.
 */
export function translate(language: Language, message: string, args: MessageArguments = {}): string {
  const { context, ...values } = args
  const key = context === undefined ? message : `${message} (${context})`
  return endOnce(String(compile(language, key, message).format(values)), values)
}

/** A sentence that ends with a name such as 'Supply Co.' ends with one period. */
function endOnce(text: string, values: MessageArguments): string {
  return Object.values(values).reduce<string>(
    (written, value) =>
      typeof value === 'string' && /[^.]\.$/.test(value) ? written.replaceAll(`${value}.`, value) : written,
    text,
  )
}

/** Returns the function that writes messages in one language. */
export const translatorTo =
  (language: Language): Translator =>
  (message, args) =>
    translate(language, message, args)

/** Writes a text of `msg` in a language. A string that is no key of the catalogue, such as a person's own words, stays as it is. */
export function translateText(language: Language, text: Text): string {
  if (typeof text === 'string') return findTranslation(language, text) ?? text
  const { label, ...values } = text.values
  return translate(language, text.message, {
    ...values,
    ...(label !== undefined && { label: translateText(language, label) }),
  })
}

/** Anything that knows the language of the request's reader, such as a context. Staff and jobs read English. */
export interface Reader {
  readonly language?: Language | undefined
}

/** Writes a text in the language of the request's reader. */
export const writeFor = ({ language = 'en' }: Reader, text: Text): string => translateText(language, text)

/** Locale in which the reader's dates, numbers and money are written. */
export const readerLocale = ({ language = 'en' }: Reader): string => (language === 'en' ? 'en-US' : language)

function compile(language: Language, key: string, message: string): IntlMessageFormat {
  const name = `${language} ${key}`
  const known = compiled.get(name)
  if (known) return known
  const translation = findTranslation(language, key)
  const format =
    translation === undefined
      ? new IntlMessageFormat(message, 'en', undefined, { formatters: FORMATTERS })
      : new IntlMessageFormat(translation, language, undefined, { formatters: FORMATTERS })
  compiled.set(name, format)
  return format
}
