import { addDays, type CalendarDate, compareDates } from '../dates/calendar.ts'
import { isUnpaid } from '../invoices/invoice-status.ts'
import { isPaused, type Pause } from '../reminders/decide-reminder.ts'
import { computeFee, type Fee, type FeeBasis } from './fee-amount.ts'
import { type FeePeriod, latestPeriod, mayFollow } from './fee-period.ts'
import type { FeeTerms } from './fee-terms.ts'

/** Reasons for which a late invoice is not charged, in the order in which they are looked for. */
export const FEE_EXEMPTIONS = [
  'not_yet',
  'already_charged',
  'before_rule',
  'account_off',
  'customer_inactive',
  'customer_off',
  'group_off',
  'closed',
  'paid',
  'payment_under_way',
  'disputed',
  'promised',
  'payment_plan',
  'customer_paused',
  'invoice_paused',
  'other_currency',
  'below_minimum',
  'cap_reached',
  'no_fee',
] as const
export type FeeExemption = (typeof FEE_EXEMPTIONS)[number]

/** A rule that is on, or that is asked what it would charge if it were. */
export interface LiveFeeRule {
  readonly terms: FeeTerms
  /** Currency of the amounts among the terms. */
  readonly currency: string
  /** First day of the calendar that is charged. */
  readonly onSince: CalendarDate
  /** True when an invoice that was late before then gets one fee for the days before. */
  readonly includesLate: boolean
}

/** A late invoice on the day of a decision. */
export interface LateInvoice extends FeeBasis {
  readonly dueDate: CalendarDate
  readonly currency: string
  readonly isOpen: boolean
  /** Reserved by payments under way. */
  readonly reservedMinor: bigint
  /** Day of its last fee under any rule, waived or not. */
  readonly lastFeeOn: CalendarDate | null
  /** Numbers of the rule's periods that were charged, waived or not. */
  readonly chargedPeriods: readonly number[]
  readonly customerIsActive: boolean
  readonly customerIsOn: boolean
  readonly groupIsOn: boolean
  readonly customerPause: Pause | null
  readonly invoicePause: Pause | null
  readonly isDisputed: boolean
  /** Last day of the open promise to pay. */
  readonly promisedOn: CalendarDate | null
  /** True on a confirmed payment plan. */
  readonly isOnPlan: boolean
}

export type FeeDecision =
  | { readonly outcome: 'charged'; readonly period: FeePeriod; readonly fee: Fee }
  | { readonly outcome: 'exempt'; readonly reason: FeeExemption; readonly period: FeePeriod | null }

/** Decides whether an invoice is charged on a day, for its latest period. */
export function decideFee(
  rule: LiveFeeRule,
  invoice: LateInvoice,
  account: { readonly today: CalendarDate; readonly isOn: boolean },
): FeeDecision {
  const period = latestPeriod(rule.terms, invoice.dueDate, account.today)
  const reason =
    period === null
      ? ('not_yet' as const)
      : (findPeriodReason(rule, invoice, period) ?? findReason(rule, invoice, account))
  if (period === null || reason !== null) return { outcome: 'exempt', reason: reason!, period }
  const fee = computeFee(rule.terms, invoice)
  if (fee.minor === 0n)
    return { outcome: 'exempt', reason: fee.cap === null ? 'no_fee' : 'cap_reached', period }
  return { outcome: 'charged', period, fee }
}

type ChargedPeriods = Pick<LateInvoice, 'lastFeeOn' | 'chargedPeriods'>

/** True when an invoice's due date and former fees allow a charge for its latest period. Checks nothing else. */
export function hasPeriodToCharge(
  rule: LiveFeeRule,
  invoice: ChargedPeriods & Pick<LateInvoice, 'dueDate'>,
  today: CalendarDate,
): boolean {
  const period = latestPeriod(rule.terms, invoice.dueDate, today)
  return period !== null && findPeriodReason(rule, invoice, period) === null
}

function findPeriodReason(
  rule: LiveFeeRule,
  invoice: ChargedPeriods,
  period: FeePeriod,
): FeeExemption | null {
  if (invoice.chargedPeriods.includes(period.number) || !mayFollow(period, invoice.lastFeeOn, rule.terms))
    return 'already_charged'
  return compareDates(period.day, rule.onSince) < 0 && !rule.includesLate ? 'before_rule' : null
}

function findReason(
  { terms, currency }: LiveFeeRule,
  invoice: LateInvoice,
  { today, isOn }: { readonly today: CalendarDate; readonly isOn: boolean },
): FeeExemption | null {
  const { promisedOn, remainingMinor } = invoice
  const reasons: readonly [boolean, FeeExemption][] = [
    [!isOn, 'account_off'],
    [!invoice.customerIsActive, 'customer_inactive'],
    [!invoice.customerIsOn, 'customer_off'],
    [!invoice.groupIsOn, 'group_off'],
    [!invoice.isOpen, 'closed'],
    [!isUnpaid(remainingMinor, invoice.currency), 'paid'],
    [invoice.reservedMinor > 0n, 'payment_under_way'],
    [invoice.isDisputed, 'disputed'],
    [promisedOn !== null && compareDates(today, promisedOn) <= 0, 'promised'],
    [invoice.isOnPlan, 'payment_plan'],
    [isPaused(invoice.customerPause, today), 'customer_paused'],
    [isPaused(invoice.invoicePause, today), 'invoice_paused'],
    [hasAmounts(terms) && invoice.currency !== currency, 'other_currency'],
    [remainingMinor < terms.minRemainingMinor, 'below_minimum'],
  ]
  return reasons.find(([holds]) => holds)?.[1] ?? null
}

/** Amounts are of the account's currency, and are not converted. */
const hasAmounts = (terms: FeeTerms): boolean =>
  terms.flatMinor > 0n || terms.capMinor !== null || terms.minRemainingMinor > 0n

/** The first day whose fees count towards the yearly cap of a day. */
export const yearBefore = (today: CalendarDate): CalendarDate => addDays(today, -364)
