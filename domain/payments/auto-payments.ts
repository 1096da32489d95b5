import { msg } from '../languages/msg.ts'

/** The consent text shown now, the last of CONSENT_TEXTS. */
export const CONSENT_TEXT = msg(
  'We’ll charge this method on each due date and email you 3 days before. Cancel anytime.',
)

/**
 * The exact consent text for automatic payments. Consents record the number of the text: a text that was ever
 * shown never changes, and a change is a text with the next number.
 */
export const CONSENT_TEXTS = {
  1: 'You agree that this method is charged for each invoice that falls due from now on. We email you three days before, and you can turn this off at any time.',
  2: CONSENT_TEXT,
} as const

export type ConsentTextVersion = keyof typeof CONSENT_TEXTS

/** The number of the text shown now. */
export const CONSENT_TEXT_VERSION = 2 satisfies ConsentTextVersion
