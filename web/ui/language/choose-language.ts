import { isLanguage, type Language } from '../../../domain/mails/languages.ts'

/** Cookies of this host that the server reads when it chooses the language of a page. */
type LanguageCookie = 'language' | 'customer-language'

/** Languages in which the server has this page; it writes them into the page. */
export const offeredLanguages = (): Language[] =>
  (document.querySelector<HTMLMetaElement>('meta[name="languages"]')?.content ?? '')
    .split(' ')
    .filter(isLanguage)

/** Keeps a language for a year and shows the page in it. Reloads only if the browser kept the cookie. */
export function showIn(language: string, cookie: LanguageCookie = 'language'): void {
  const before = document.cookie
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store isn't in every browser
  document.cookie = `${cookie}=${language}; path=/; max-age=31536000; samesite=lax${secure}`
  if (document.cookie !== before) window.location.reload()
}
