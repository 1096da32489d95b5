import { addDays, type CalendarDate, compareDates } from '../dates/calendar.ts'
import { decideFee, type FeeExemption, type LateInvoice, type LiveFeeRule, yearBefore } from './decide-fee.ts'
import { nextPeriod } from './fee-period.ts'

/** An invoice with how much was owed on it, late fees left out, from which day on. In the order of the days. */
export interface PlayedInvoice {
  readonly invoice: LateInvoice
  readonly changes: readonly { readonly day: CalendarDate; readonly owedMinor: bigint }[]
}

/** Days to play. */
export interface PlayWindow {
  readonly from: CalendarDate
  readonly until: CalendarDate
  readonly isOn: boolean
}

export interface PlayedFee {
  readonly day: CalendarDate
  readonly minor: bigint
}

export interface Played {
  readonly fees: readonly PlayedFee[]
  /** Periods that were not charged, with the reason. */
  readonly exempt: readonly { readonly day: CalendarDate; readonly reason: FeeExemption }[]
}

/**
 * Asks the function that charges about each period of an invoice in turn, as if the rule were on since the first day. Fees that it
 * charges stay owed until the invoice itself is settled; then they count as settled too.
 */
export function playFees(rule: LiveFeeRule, { invoice, changes }: PlayedInvoice, window: PlayWindow): Played {
  const fees: PlayedFee[] = []
  const exempt: { day: CalendarDate; reason: FeeExemption }[] = []
  const live = { ...rule, onSince: window.from }
  let period = nextPeriod(rule.terms, invoice.dueDate, addDays(window.from, -1))
  while (period !== null && compareDates(period.day, window.until) <= 0) {
    const { day } = period
    const owedMinor = changes.findLast((change) => compareDates(change.day, day) <= 0)?.owedMinor ?? 0n
    if (owedMinor > 0n) {
      const decision = decideFee(live, asOf(invoice, fees, { day, owedMinor }), {
        today: day,
        isOn: window.isOn,
      })
      if (decision.outcome === 'charged') fees.push({ day, minor: decision.fee.minor })
      else exempt.push({ day, reason: decision.reason })
    }
    period = nextPeriod(rule.terms, invoice.dueDate, day)
  }
  return { fees, exempt }
}

/** Returns the invoice as it stands on a day after the fees that were played. */
function asOf(
  invoice: LateInvoice,
  fees: readonly PlayedFee[],
  { day, owedMinor }: { readonly day: CalendarDate; readonly owedMinor: bigint },
): LateInvoice {
  const sumSince = (first: CalendarDate | null): bigint =>
    fees.reduce(
      (sum, fee) => (first === null || compareDates(fee.day, first) >= 0 ? sum + fee.minor : sum),
      0n,
    )
  const feesMinor = invoice.feesMinor + sumSince(null)
  return {
    ...invoice,
    remainingMinor: owedMinor + feesMinor,
    feesMinor,
    yearFeesMinor: invoice.yearFeesMinor + sumSince(yearBefore(day)),
    lastFeeOn: fees.at(-1)?.day ?? invoice.lastFeeOn,
  }
}
