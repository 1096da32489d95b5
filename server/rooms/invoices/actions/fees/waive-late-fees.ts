import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { smallerMinor } from '../../../../../domain/money/money.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { bookLateFeeWaivers } from '../../../ledger/index.ts'
import { addToTotals, incomeOf, type LateFee, markWaived, selectLateFees } from '../../store/late-fees.ts'
import { lockForFees } from './charge-late-fees.ts'

/** Reasons why a fee is not waived. */
export type KeptBecause = 'unknown' | 'waived' | 'closed' | 'paid' | 'in_flight'

/** A fee with the part of it that was waived; zero with the reason when none was. */
export interface WaiverOutcome {
  readonly feeId: string
  readonly fee: LateFee | null
  readonly minor: bigint
  readonly kept: KeptBecause | null
}

/**
 * Waives the unpaid part of fees, newest first on each invoice: at most what remains on the invoice and no payment under
 * way has reserved. Fees of closed invoices are kept.
 */
export async function waiveLateFees(
  ctx: Ctx,
  ids: readonly string[],
  reason: string,
  bookedOn: CalendarDate,
): Promise<WaiverOutcome[]> {
  const seen = await selectLateFees(ctx, ids)
  const { states, numbers, receivables } = await lockForFees(
    ctx,
    seen.map((fee) => fee.invoice_id),
  )
  const fees = (await selectLateFees(ctx, ids)).reverse()
  const free = new Map(
    [...receivables.values()].map((item) => [item.invoiceId, item.remainingMinor - item.reservedMinor]),
  )
  const outcomes = fees.map((fee): WaiverOutcome => {
    const receivable = receivables.get(fee.invoice_id)!
    const minor = smallerMinor(fee.amount_minor - fee.waived_minor, free.get(fee.invoice_id) ?? 0n)
    const kept = whyKept(fee, states.get(fee.invoice_id) === 'open', minor, receivable.remainingMinor)
    if (kept === null) free.set(fee.invoice_id, free.get(fee.invoice_id)! - minor)
    return { feeId: fee.id, fee, minor: kept === null ? minor : 0n, kept }
  })
  const waivers = outcomes.flatMap(({ fee, feeId, minor, kept }) =>
    fee && kept === null ? [{ fee, feeId, minor, entryId: nextId(ctx) }] : [],
  )
  await bookLateFeeWaivers(
    ctx,
    waivers.map(({ fee, feeId, minor, entryId }) => {
      const { customerId, currency } = receivables.get(fee.invoice_id)!
      const description = `${fee.description} waived, invoice ${numbers.get(fee.invoice_id)}`
      const facts = { invoiceId: fee.invoice_id, customerId, currency, bookedOn, description }
      return {
        ...facts,
        entryId,
        feeId,
        amountMinor: minor,
        reversesId: fee.entry_id,
        income: incomeOf(fee.plan_id),
      }
    }),
    [...receivables.values()],
  )
  if (waivers.length > 0) {
    await failpoint('late_fees.waived')
    await markWaived(ctx, waivers, reason)
    await addToTotals(
      ctx,
      waivers.map(({ fee, minor }) => ({ invoiceId: fee.invoice_id, amountMinor: -minor })),
    )
  }
  const found = new Map(outcomes.map((outcome) => [outcome.feeId, outcome]))
  return ids.map((feeId) => found.get(feeId) ?? { feeId, fee: null, minor: 0n, kept: 'unknown' })
}

function whyKept(
  fee: LateFee,
  isOpen: boolean,
  freeMinor: bigint,
  remainingMinor: bigint,
): KeptBecause | null {
  if (fee.waived_minor === fee.amount_minor) return 'waived'
  if (!isOpen) return 'closed'
  if (freeMinor > 0n) return null
  if (fee.waived_at !== null) return 'waived'
  return remainingMinor > 0n ? 'in_flight' : 'paid'
}
