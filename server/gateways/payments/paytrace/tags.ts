/**
 * The text by which our payments and refunds are found again: PayTrace has no idempotency key, but exports the invoice id that a
 * transaction was made with. It names our payment and the end of our account's id, as a business may use PayTrace elsewhere, and
 * fits into the fifty letters of the field.
 */
export const tagOf = (kind: 'payment' | 'refund', ourId: string, accountId: string): string =>
  `Q${LETTERS[kind]}-${plain(ourId)}-${endOf(accountId)}`

const LETTERS = { payment: 'P', refund: 'R' } as const
const TAG = /^Q([PR])-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-([0-9a-f]{12})$/

const plain = (id: string): string => id.replaceAll('-', '').toLowerCase()
const endOf = (accountId: string): string => plain(accountId).slice(-12)

/** Returns our id in a tag of this account; null for any other transaction of the business. */
export function readTag(kind: 'payment' | 'refund', tag: string, accountId: string): string | null {
  const found = TAG.exec(tag.trim())
  if (found?.[1] !== LETTERS[kind] || found[7] !== endOf(accountId)) return null
  return found.slice(2, 7).join('-')
}

const REFUND_OF = 'Refund of transaction '

/** The export names no relation between a refund and its sale, so that the description does. */
export const refundText = (paymentRef: string): string => `${REFUND_OF}${paymentRef}`

/** Returns the reference of the refunded payment; null when the text names none. */
export const readRefundText = (text: string): string | null =>
  text.startsWith(REFUND_OF) ? text.slice(REFUND_OF.length) : null
