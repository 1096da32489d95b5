import { translateKnown } from './known-texts.ts'

/**
 * Writes an English text of the server or of domain/ in the language of the page. The server answers in English, whose texts
 * are the keys of the catalogues; a text that is no key stays English.
 */
export const inLanguage = (text: string): string => translateKnown(text)
