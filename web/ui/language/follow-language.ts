import { offeredLanguages, showIn } from './choose-language.ts'

/** Facts that decide whether a page changes to the language stored for its customer. */
export interface LanguageState {
  readonly stored: string
  /** Language of the page now. */
  readonly shown: string
  readonly offered: readonly string[]
  /** Cookies that the page reads, as `document.cookie` has them. */
  readonly cookies: string
  /** True in a frame, where another website's visitor sends no cookie of this kind. */
  readonly framed: boolean
}

/**
 * Returns whether the page should be loaded again in the stored language. False when the reader chose a language, and when the
 * cookie names the stored one already: then the server knows it, and would answer as it did.
 */
export function isToFollow({ stored, shown, offered, cookies, framed }: LanguageState): boolean {
  const kept = cookies.split('; ')
  return (
    !framed &&
    stored !== shown &&
    offered.includes(stored) &&
    !kept.some((cookie) => cookie.startsWith('language=')) &&
    !kept.includes(`customer-language=${stored}`)
  )
}

/** Shows the page in the language stored for its customer, where that is to be followed. */
export function followLanguage(stored: string): void {
  const state: LanguageState = {
    stored,
    shown: document.documentElement.lang,
    offered: offeredLanguages(),
    cookies: document.cookie,
    framed: window.top !== window.self,
  }
  if (isToFollow(state)) showIn(stored, 'customer-language')
}
