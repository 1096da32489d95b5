import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { EntryKind, LedgerAccount, NewEntry } from '../rules.ts'
import type { Receivable } from '../store/entries.ts'
import { appendEntries } from './append-entries.ts'

/** Accounts that take the income of fees. */
export type FeeIncome = Extract<LedgerAccount, 'late_fee_income' | 'plan_fee_income'>

/** A fee of one invoice, or the waived part of it. */
export interface LateFeeToBook {
  /** Id of the entry to write. */
  readonly entryId: string
  readonly feeId: string
  readonly invoiceId: string
  readonly customerId: string
  readonly currency: string
  readonly bookedOn: CalendarDate
  readonly amountMinor: bigint
  readonly description: string
  readonly income: FeeIncome
  /** The waiver's entry, of a fee that is charged again after its waiver. */
  readonly reversesId?: string
}

/**
 * Books fees of invoices: receivable against the income of late fees or of plan fees. Set-based: the number of statements does not grow with the number of fees.
 * The income is apart from surcharges, which are income only once they are paid. The caller has locked the receivables.
 */
export const bookLateFees = (
  ctx: Ctx,
  fees: readonly LateFeeToBook[],
  held: readonly Receivable[],
): Promise<void> =>
  appendEntries(
    ctx,
    fees.map((fee) => entry('late_fee', fee, fee.amountMinor)),
    held,
  )

/** Takes fees back. Each names the entry of its fee. At most what remains of an invoice can be waived. */
export const bookLateFeeWaivers = (
  ctx: Ctx,
  waivers: readonly (LateFeeToBook & { readonly reversesId: string })[],
  held: readonly Receivable[],
): Promise<void> =>
  appendEntries(
    ctx,
    waivers.map((waiver) => entry('late_fee_waiver', waiver, -waiver.amountMinor)),
    held,
  )

function entry(kind: EntryKind, fee: LateFeeToBook, amountMinor: bigint): NewEntry {
  const { customerId, currency, invoiceId } = fee
  return {
    id: fee.entryId,
    kind,
    bookedOn: fee.bookedOn,
    customerId,
    source: { type: 'late_fee', id: fee.feeId },
    ...(fee.reversesId !== undefined && { reversesId: fee.reversesId }),
    description: fee.description,
    postings: [
      { ledgerAccount: 'receivable', customerId, invoiceId, currency, amountMinor },
      { ledgerAccount: fee.income, customerId, currency, amountMinor: -amountMinor },
    ],
  }
}
