import type { Text } from '../../../domain/languages/msg.ts'

/** Returns a text of domain/ as a string: the build has already put it into the language of the page. */
export const wordsOf = (text: Text): string => text as string
