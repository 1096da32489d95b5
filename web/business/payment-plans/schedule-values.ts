import { addDays, type CalendarDate, isCalendarDate } from '../../../domain/dates/calendar.ts'
import { type CurrencyCode, formatAmount, parseAmount, sumMinor } from '../../../domain/money/money.ts'
import { buildSchedule, type Installment } from '../../../domain/payment-plans/build-schedule.ts'
import { differenceText } from '../../../domain/payment-plans/check-schedule.ts'
import { MAX_INSTALLMENTS, type PlanInterval } from '../../../domain/payment-plans/plan-terms.ts'
import { minorOf } from '../../ui/text/money-text.ts'
import type { Plan } from './use-plans.ts'

/** How a schedule is divided, as typed. */
export interface Wish {
  readonly count: string
  readonly interval: PlanInterval
  readonly firstOn: string
  readonly down: string
}

/** An installment as typed. */
export interface Row {
  readonly due: string
  readonly amount: string
  readonly isDown: boolean
}

export interface Draft {
  readonly wish: Wish
  /** Rows that were changed by hand; null while they follow the wish. */
  readonly own: readonly Row[] | null
}

/** A new schedule: three monthly installments from a month from now on. */
export const newDraft = (today: CalendarDate): Draft => ({
  wish: { count: '3', interval: 'monthly', firstOn: addDays(today, 30), down: '' },
  own: null,
})

/** The schedule of a proposal, to be changed. */
export const draftOf = (plan: Plan): Draft => ({
  wish: {
    count: String(plan.installments.filter((one) => !one.down_payment).length),
    interval: 'monthly',
    firstOn: plan.installments.find((one) => !one.down_payment)?.due_date ?? plan.expires_on,
    down: downOf(plan),
  },
  own: installmentsOf(plan),
})

/** The installments of a proposal, as they are typed. */
export const installmentsOf = ({ installments, currency }: Plan): readonly Row[] =>
  installments.map((one) => ({
    due: one.due_date,
    amount: withoutFee(one.amount, one.fee, currency),
    isDown: one.down_payment,
  }))

/** The fee of a proposal, as it is typed: empty for none. */
export const feeOf = ({ fee, currency }: Plan): string => (minorOf(fee, currency) > 0n ? fee : '')

const downOf = ({ installments, currency }: Plan): string => {
  const down = installments.find((one) => one.down_payment)
  return down ? withoutFee(down.amount, down.fee, currency) : ''
}

/** Amounts are typed without the plan's fee, which is added to the first of them. */
const withoutFee = (amount: string, fee: string, currency: CurrencyCode): string =>
  formatAmount(minorOf(amount, currency) - minorOf(fee, currency), currency)

/** Returns a fee as typed in minor units; null when it can’t be charged. */
export function readFee(text: string, totalMinor: bigint, currency: CurrencyCode): bigint | null {
  const parsed = parseAmount(text.trim() === '' ? '0' : text, currency)
  return parsed.ok && parsed.minor >= 0n && parsed.minor <= totalMinor ? parsed.minor : null
}

/** Returns the installments of a draft. Empty while the wish can’t be read. */
export function rowsOf(
  { wish, own }: Draft,
  facts: { readonly totalMinor: bigint; readonly currency: CurrencyCode; readonly today: CalendarDate },
): readonly Row[] {
  if (own !== null) return own
  const { currency, totalMinor, today } = facts
  const count = /^\d{1,2}$/.test(wish.count.trim()) ? Number(wish.count) : 0
  const down = wish.down.trim() === '' ? { ok: true as const, minor: 0n } : parseAmount(wish.down, currency)
  if (count < 1 || count > MAX_INSTALLMENTS || !down.ok || down.minor < 0n || down.minor >= totalMinor)
    return []
  if (!isCalendarDate(wish.firstOn)) return []
  return buildSchedule({
    totalMinor,
    count,
    firstOn: wish.firstOn,
    interval: wish.interval,
    downPaymentMinor: down.minor,
    downPaymentOn: today,
  }).map((one: Installment) => ({
    due: one.dueOn,
    amount: formatAmount(one.amountMinor, currency),
    isDown: one.isDownPayment,
  }))
}

/** Sum of the rows, and a sentence when that is not what is owed. */
export function sumOf(rows: readonly Row[], totalMinor: bigint, currency: CurrencyCode) {
  const minor = sumMinor(
    rows.map(({ amount }) => {
      const parsed = parseAmount(amount, currency)
      return parsed.ok ? parsed.minor : 0n
    }),
  )
  return { minor, difference: differenceText(minor, { totalMinor, currency }) }
}
