import { displayAmount, formatAmount, sumMinor } from '../../../../../domain/money/money.ts'
import { allocateOldestFirst } from '../../../../../domain/payments/allocation.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import type { Receivable, Share } from '../../../ledger/index.ts'
import { type FilledForm, readAmount } from '../../rules/option-form.ts'
import type { Payable } from '../read/read-payable.ts'

/** An invoice of a payment for several, with the amount that the payer saw. */
export interface ShownLine {
  readonly invoiceId: string
  readonly number: string
  readonly payableMinor: bigint
}

interface SharedAmount {
  readonly form: Pick<FilledForm, 'amountMinor'>
  readonly payable: Pick<Payable, 'invoice'>
  readonly partialAllowed: boolean
  readonly prepayAllowed?: boolean | undefined
}

/**
 * Divides an amount among locked invoices, earliest due first. What is more than they owe is in no share. Refuses
 * invoice_not_payable, amounts_changed when an invoice owes another amount than its payer saw, or messages beside
 * `amount`.
 */
export function sharesOfLines(
  receivables: readonly Receivable[],
  lines: readonly ShownLine[],
  { form, payable, partialAllowed, prepayAllowed }: SharedAmount,
): Share[] {
  const { customerId, currency } = payable.invoice
  const byId = new Map(receivables.map((one) => [one.invoiceId, one]))
  const items = lines.map((line) => {
    const receivable = byId.get(line.invoiceId)
    if (receivable?.customerId !== customerId || receivable.currency !== currency)
      throw refuse('invoice_not_payable')
    const payableMinor = receivable.remainingMinor - receivable.reservedMinor
    refuseChanged(line, payableMinor, currency)
    return { id: line.invoiceId, dueDate: receivable.dueDate, remainingMinor: payableMinor }
  })
  const payableMinor = sumMinor(items.map((item) => item.remainingMinor))
  const amount = readAmount(formatAmount(form.amountMinor, currency), {
    currency,
    payableMinor,
    partialAllowed,
    prepayAllowed,
  })
  if (!amount.ok) throw refuseFields({ amount: [amount.text] })
  return allocateOldestFirst(form.amountMinor, items).allocations.map(({ id, amountMinor }) => ({
    invoiceId: id,
    amountMinor,
  }))
}

/** Refuses amounts_changed when a line owes another amount than its payer saw. */
export function refuseChanged(line: ShownLine, payableMinor: bigint, currency: string): void {
  if (payableMinor === line.payableMinor) return
  const [was, is] = [line.payableMinor, payableMinor].map((minor) => displayAmount(minor, currency))
  throw refuse(
    'amounts_changed',
    payableMinor > 0n
      ? `${line.number} changed from ${was} to ${is}. Check the new total before you pay.`
      : `${line.number} can’t be paid any more: it was paid or closed meanwhile. Check the new total before you pay.`,
  )
}
