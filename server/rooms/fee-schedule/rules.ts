import type { CalendarDate } from '../../../domain/dates/calendar.ts'
import type { FeeExemption, LateInvoice, LiveFeeRule } from '../../../domain/late-fees/decide-fee.ts'
import { type PlayWindow, playFees } from '../../../domain/late-fees/play-fees.ts'

/** Reasons that hold a fee back and that a person can see and end. */
const HOLDS: ReadonlySet<FeeExemption> = new Set([
  'account_off',
  'payment_under_way',
  'disputed',
  'promised',
  'payment_plan',
  'customer_paused',
  'invoice_paused',
])

/** The next fee of an invoice, or what holds it back; then its amount is zero. */
export interface ExpectedFee {
  readonly day: CalendarDate
  readonly minor: bigint
  readonly held: FeeExemption | null
}

/** Returns the first fee of an invoice in a window, as if nobody paid until then; null when none comes. */
export function nextFeeOf(invoice: LateInvoice, rule: LiveFeeRule, window: PlayWindow): ExpectedFee | null {
  const owedMinor = invoice.remainingMinor - invoice.feesMinor
  const { fees, exempt } = playFees(rule, { invoice, changes: [{ day: invoice.dueDate, owedMinor }] }, window)
  const held = exempt.find(({ reason }) => HOLDS.has(reason))
  const [fee] = fees
  if (held && (!fee || held.day <= fee.day)) return { day: held.day, minor: 0n, held: held.reason }
  return fee ? { ...fee, held: null } : null
}
