import { LANGUAGE } from '../../ui/language/locale.ts'
import { t } from '../../ui/language/text.ts'

/** Descriptions of the ledger with one value, and with two. */
const KNOWN: readonly (readonly [RegExp, (first: string, second: string) => string])[] = [
  [/^Invoice (.+) changed$/, (number) => t('Invoice {number} changed', { number })],
  [/^Invoice (.+) voided$/, (number) => t('Invoice {number} voided', { number })],
  [/^Rest of invoice (.+) written off$/, (number) => t('Rest of invoice {number} written off', { number })],
  [
    /^Paid on invoice (.+) before it was imported$/,
    (number) => t('Paid on invoice {number} before it was imported', { number }),
  ],
  [/^Credit of payment (.+) used$/, (number) => t('Credit of payment {number} used', { number })],
  [/^Invoice (\S+)$/, (number) => t('Invoice {number}', { number })],
  [/^Refund of payment (.+)$/, (number) => t('Refund of payment {number}', { number })],
  [/^Payment (\S+)$/, (number) => t('Payment {number}', { number })],
  [/^Credit memo (.+) voided$/, (number) => t('Credit memo {number} voided', { number })],
  [/^Credit memo (\S+)$/, (number) => t('Credit memo {number}', { number })],
  [
    /^Credit memo (\S+) applied to invoice (\S+)$/,
    (memo, invoice) => t('Credit memo {memo} applied to invoice {invoice}', { memo, invoice }),
  ],
  [
    /^Credit memo (\S+) unapplied from invoice (\S+)$/,
    (memo, invoice) => t('Credit memo {memo} unapplied from invoice {invoice}', { memo, invoice }),
  ],
  [
    /^Payment (\S+) returned: (.+)$/s,
    (number, reason) => t('Payment {number} returned: {reason}', { number, reason }),
  ],
]

/**
 * Writes an entry's description, which the ledger keeps in English, in the language of the page. One that isn't known, such as
 * a late fee's own text, stays as it is.
 */
export function entryText(description: string): string {
  if (LANGUAGE === 'en') return description
  for (const [pattern, write] of KNOWN) {
    const [, first, second = ''] = pattern.exec(description) ?? []
    if (first !== undefined) return write(first, second)
  }
  return description
}
