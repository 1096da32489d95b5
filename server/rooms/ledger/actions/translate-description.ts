import type { Language } from '../../../../domain/mails/languages.ts'
import { type Translator, translatorTo } from '../../../platform/languages/translate.ts'

/**
 * Translates an entry's description, which the ledger keeps in English as it was booked. One that it doesn't know, such as a
 * late fee's own text, stays as it is.
 */
export function translateDescription(language: Language, description: string): string {
  const t = translatorTo(language)
  for (const [pattern, write] of ofOneName(t)) {
    const number = pattern.exec(description)?.[1]
    if (number !== undefined) return write(number)
  }
  for (const [pattern, write] of ofTwoNames(t)) {
    const [, first, second] = pattern.exec(description) ?? []
    if (first !== undefined && second !== undefined) return write(first, second)
  }
  return description
}

function ofOneName(t: Translator): readonly (readonly [RegExp, (number: string) => string])[] {
  return [
    [/^Invoice (.+) changed$/, (number) => t('Invoice {number} changed', { number })],
    [/^Invoice (.+) voided$/, (number) => t('Invoice {number} voided', { number })],
    [/^Rest of invoice (.+) written off$/, (number) => t('Rest of invoice {number} written off', { number })],
    [/^Write-off of invoice (.+) undone$/, (number) => t('Write-off of invoice {number} undone', { number })],
    [
      /^Paid on invoice (.+) before it was imported$/,
      (number) => t('Paid on invoice {number} before it was imported', { number }),
    ],
    [/^Paid on invoice (\S+)$/, (number) => t('Paid on invoice {number}', { number })],
    [
      /^Payment on invoice (\S+) taken back$/,
      (number) => t('Payment on invoice {number} taken back', { number }),
    ],
    [/^Credit memo (.+) used$/, (number) => t('Credit memo {number} used', { number })],
    [/^Credit of payment (.+) used$/, (number) => t('Credit of payment {number} used', { number })],
    [/^Invoice (\S+)$/, (number) => t('Invoice {number}', { number })],
    [/^((?:Payment|Prepayment|Overpayment) .+) used$/, (credit) => t('{credit} used', { credit })],
    [/^Refund of payment (.+)$/, (number) => t('Refund of payment {number}', { number })],
    [/^Payment plan fee, invoice (.+)$/, (number) => t('Payment plan fee, invoice {number}', { number })],
    [
      /^Payment plan fee waived, invoice (.+)$/,
      (number) => t('Payment plan fee waived, invoice {number}', { number }),
    ],
    [
      /^Payment plan fee charged again, invoice (.+)$/,
      (number) => t('Payment plan fee charged again, invoice {number}', { number }),
    ],
    [/^Payment (\S+)$/, (number) => t('Payment {number}', { number })],
    [/^Credit memo (.+) voided$/, (number) => t('Credit memo {number} voided', { number })],
    [/^Credit memo (\S+)$/, (number) => t('Credit memo {number}', { number })],
  ]
}

function ofTwoNames(
  t: Translator,
): readonly (readonly [RegExp, (first: string, second: string) => string])[] {
  return [
    [
      /^Credit memo (.+) applied to invoice (\S+)$/,
      (memo, invoice) => t('Credit memo {memo} applied to invoice {invoice}', { memo, invoice }),
    ],
    [
      /^Credit memo (.+) unapplied from invoice (\S+)$/,
      (memo, invoice) => t('Credit memo {memo} unapplied from invoice {invoice}', { memo, invoice }),
    ],
    [
      /^((?:Payment|Prepayment|Overpayment) .+) applied to invoice (\S+)$/,
      (credit, invoice) => t('{credit} applied to invoice {invoice}', { credit, invoice }),
    ],
    [
      /^((?:Payment|Prepayment|Overpayment) .+) unapplied from invoice (\S+)$/,
      (credit, invoice) => t('{credit} unapplied from invoice {invoice}', { credit, invoice }),
    ],
    [
      /^Payment (\S+) returned: (.+)$/s,
      (number, reason) => t('Payment {number} returned: {reason}', { number, reason }),
    ],
  ]
}
