import {
  addDays,
  addMonthsClamped,
  type CalendarDate,
  dateInZone,
} from '../../../../../domain/dates/calendar.ts'
import type { FeeExemption, LateInvoice, LiveFeeRule } from '../../../../../domain/late-fees/decide-fee.ts'
import { type Played, playFees } from '../../../../../domain/late-fees/play-fees.ts'
import { formatAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { termsOf } from '../../../fee-schedule/index.ts'
import { findCoveredCustomers, type OwedDays, selectOwedDays } from '../../store/owed-days.ts'
import { selectRules } from '../../store/rules.ts'
import { visitCustomers } from '../engine/visit-customers.ts'

const PAST_MONTHS = 12
const FUTURE_DAYS = 60
const MAX_SHOWN = 100

export type RehearsedPeriod = 'past' | 'future'

/**
 * Plays a rule over the last 12 months as they were, or over the next 60 days as if nobody paid, by the function that charges.
 * Promises, disputes and pauses of the past are not known any more, and left out. Refuses not_found.
 */
export async function rehearseRule(ctx: Ctx, id: string, period: RehearsedPeriod) {
  const [row] = await selectRules(ctx, id)
  if (!row) throw refuse('not_found')
  const account = await readAccountRow(ctx)
  const today = dateInZone(ctx.now, account.timezone)
  const window = windowOf(period, today)
  const rule: LiveFeeRule = {
    terms: termsOf(row),
    currency: account.currency,
    onSince: window.from,
    includesLate: false,
  }
  const sums = new Sums()
  await visitCustomers(
    (page) => findCoveredCustomers(ctx, id, page),
    async (customerIds) => {
      for (const one of await selectOwedDays(ctx, id, customerIds, window))
        sums.add(
          one,
          playFees(rule, { invoice: factsOf(one), changes: one.changes }, { ...window, isOn: true }),
        )
    },
  )
  return { period, ...window, ...sums.shown() }
}

const windowOf = (period: RehearsedPeriod, today: CalendarDate) =>
  period === 'past'
    ? { from: addMonthsClamped(today, -PAST_MONTHS), until: addDays(today, -1) }
    : { from: today, until: addDays(today, FUTURE_DAYS) }

/** Fees of today's rules are left out, so that the rehearsal shows what the rule itself charges. */
const factsOf = (one: OwedDays): LateInvoice => ({
  dueDate: one.dueDate,
  currency: one.currency,
  totalMinor: one.totalMinor,
  remainingMinor: 0n,
  feesMinor: 0n,
  yearFeesMinor: 0n,
  isOpen: true,
  reservedMinor: 0n,
  lastFeeOn: null,
  chargedPeriods: [],
  customerIsActive: one.customerIsActive,
  customerIsOn: one.customerIsOn,
  groupIsOn: one.groupIsOn,
  customerPause: null,
  invoicePause: null,
  isDisputed: false,
  promisedOn: null,
  isOnPlan: false,
})

/** Sums of what a rehearsal charged. */
class Sums {
  #count = 0
  readonly #invoices = new Set<string>()
  readonly #customers = new Set<string>()
  readonly #totals = new Map<string, bigint>()
  readonly #months = new Map<string, { currency: string; month: string; count: number; minor: bigint }>()
  readonly #exempt = new Map<FeeExemption, number>()
  readonly #fees: { one: OwedDays; day: CalendarDate; minor: bigint }[] = []

  add(one: OwedDays, { fees, exempt }: Played): void {
    const { currency } = one
    for (const { day, minor } of fees) {
      this.#count += 1
      this.#invoices.add(one.invoiceId)
      this.#customers.add(one.customerId)
      this.#totals.set(currency, (this.#totals.get(currency) ?? 0n) + minor)
      const month = day.slice(0, 7)
      const key = `${month} ${currency}`
      const sum = this.#months.get(key) ?? { currency, month, count: 0, minor: 0n }
      this.#months.set(key, { ...sum, count: sum.count + 1, minor: sum.minor + minor })
      if (this.#fees.length < MAX_SHOWN) this.#fees.push({ one, day, minor })
    }
    for (const { reason } of exempt) this.#exempt.set(reason, (this.#exempt.get(reason) ?? 0) + 1)
  }

  /** In the API's shape. */
  shown() {
    return {
      count: this.#count,
      invoices: this.#invoices.size,
      customers: this.#customers.size,
      totals: [...this.#totals].map(([currency, minor]) => ({
        currency,
        amount: formatAmount(minor, currency),
      })),
      months: [...this.#months]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { currency, month, count, minor }]) => ({
          month,
          currency,
          count,
          amount: formatAmount(minor, currency),
        })),
      exempt: [...this.#exempt].map(([reason, count]) => ({ reason, count })),
      fees: this.#fees.map(({ one, day, minor }) => ({
        invoice: { pk: one.invoiceId, number: one.number },
        customer: { pk: one.customerId, short_name: one.customerName },
        currency: one.currency,
        day,
        amount: formatAmount(minor, one.currency),
      })),
    }
  }
}
