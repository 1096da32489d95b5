import { msg } from '../../../../../domain/languages/msg.ts'
import { displayAmount, formatAmount, sumMinor } from '../../../../../domain/money/money.ts'
import {
  type Allocation,
  allocateOldestFirst,
  type OpenItem,
} from '../../../../../domain/payments/allocation.ts'
import { type Reader, readerLocale } from '../../../../platform/languages/translate.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import type { Receivable, Share } from '../../../ledger/index.ts'
import { type FilledForm, readAmount } from '../../rules/option-form.ts'
import { refuseOtherCredit } from '../credit/plan-credit.ts'
import type { Payable } from '../read/read-payable.ts'

/** An invoice of a payment for several, with the amount that the payer saw. */
export interface ShownLine {
  readonly invoiceId: string
  readonly number: string
  readonly payableMinor: bigint
}

/** How a payment for several invoices is divided: credit first, then what is charged. */
export interface DividedAmount {
  readonly shares: Share[]
  readonly creditShares: readonly Share[]
}

interface SharedAmount {
  /** Credit that the payer saw as used first. */
  readonly creditMinor?: bigint | undefined
  readonly form: Pick<FilledForm, 'amountMinor'>
  readonly payable: Pick<Payable, 'invoice'>
  readonly partialAllowed: boolean
  readonly prepayAllowed?: boolean | undefined
}

/**
 * Divides an amount among locked invoices, earliest due first; credit settles them before it. What is more than they
 * owe is in no share. Refuses invoice_not_payable, amounts_changed when an invoice owes another amount than its payer
 * saw or other credit is used, or messages beside `amount`.
 */
export function divideAmount(
  receivables: readonly Receivable[],
  lines: readonly ShownLine[],
  { form, payable, partialAllowed, prepayAllowed, creditMinor = 0n }: SharedAmount,
  usableCreditMinor: bigint,
  reader: Reader,
): DividedAmount {
  const { customerId, currency } = payable.invoice
  const items = payableItems(receivables, lines, { customerId, currency }, reader)
  const owedMinor = sumMinor(items.map((item) => item.remainingMinor))
  if (creditMinor > 0n) refuseOtherCredit(reader, creditMinor, usableCreditMinor, owedMinor, currency)
  const credit = allocateOldestFirst(creditMinor, items).allocations
  const credited = new Map(credit.map(({ id, amountMinor }) => [id, amountMinor]))
  const rest = items.map((item) => ({
    ...item,
    remainingMinor: item.remainingMinor - (credited.get(item.id) ?? 0n),
  }))
  const amount = readAmount(formatAmount(form.amountMinor, currency), {
    currency,
    payableMinor: owedMinor - creditMinor,
    partialAllowed,
    prepayAllowed,
  })
  if (!amount.ok) throw refuseFields({ amount: [amount.text] })
  return {
    shares: allocateOldestFirst(form.amountMinor, rest).allocations.map(toShare),
    creditShares: credit.map(toShare),
  }
}

const toShare = ({ id, amountMinor }: Allocation): Share => ({ invoiceId: id, amountMinor })

/**
 * Returns what locked invoices owe, with their due dates. Refuses invoice_not_payable, and amounts_changed when one
 * owes another amount than its payer saw.
 */
export function payableItems(
  receivables: readonly Receivable[],
  lines: readonly ShownLine[],
  { customerId, currency }: { readonly customerId: string; readonly currency: string },
  reader: Reader,
): OpenItem[] {
  const byId = new Map(receivables.map((one) => [one.invoiceId, one]))
  return lines.map((line) => {
    const receivable = byId.get(line.invoiceId)
    if (receivable?.customerId !== customerId || receivable.currency !== currency)
      throw refuse('invoice_not_payable')
    const payableMinor = receivable.remainingMinor - receivable.reservedMinor
    refuseChanged(line, payableMinor, currency, reader)
    return { id: line.invoiceId, dueDate: receivable.dueDate, remainingMinor: payableMinor }
  })
}

/** Refuses amounts_changed when a line owes another amount than its payer saw. */
export function refuseChanged(line: ShownLine, payableMinor: bigint, currency: string, reader: Reader): void {
  if (payableMinor === line.payableMinor) return
  const write = (minor: bigint): string => displayAmount(minor, currency, { locale: readerLocale(reader) })
  const { number } = line
  throw refuse(
    'amounts_changed',
    payableMinor > 0n
      ? msg('{number} changed from {was} to {is}. Check the new total before you pay.', {
          number,
          was: write(line.payableMinor),
          is: write(payableMinor),
        })
      : msg(
          '{number} can’t be paid any more: it was paid or closed meanwhile. Check the new total before you pay.',
          { number },
        ),
  )
}
