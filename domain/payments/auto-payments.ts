/**
 * The exact consent text for automatic payments. Consents record the number of the text: a text that was ever
 * shown never changes, and a change is a text with the next number.
 */
export const CONSENT_TEXTS = {
  1: 'You agree that this method is charged for each invoice that falls due from now on. We email you three days before, and you can turn this off at any time.',
} as const

export type ConsentTextVersion = keyof typeof CONSENT_TEXTS

/** The text shown now. */
export const CONSENT_TEXT_VERSION = 1 satisfies ConsentTextVersion
