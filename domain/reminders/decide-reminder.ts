import { addDays, type CalendarDate, daysBetween } from '../dates/calendar.ts'
import type { AddressMark } from '../people/address-marks.ts'
import type { StepKind } from './flow.ts'
import { type DaysOff, dayOff, workingDayFrom } from './working-day.ts'

/** After an outage, messages of this many days are caught up. */
export const CATCH_UP_DAYS = 3

/** Reasons to wait. The step is looked at again until it is sent, or a later step replaces it. */
export const HOLD_REASONS = [
  'books_not_read',
  'weekend',
  'holiday',
  'gap',
  'flow_paused',
  'customer_paused',
  'invoice_paused',
  'disputed',
  'promised',
  'payment_plan',
  'payment_under_way',
  'automatic_payment',
  'no_address',
  'bounced',
  'complained',
  'unsubscribed',
  'template_problem',
  'no_contact',
  'channel_failed',
  'message_changed',
  'text_outdated',
  'put_back',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Reasons never to send a step for an invoice. */
export const SKIP_REASONS = [
  'missed',
  'replaced',
  'account_off',
  'customer_inactive',
  'customer_off',
  'group_off',
  'below_minimum',
  'settled',
  'open_again',
  'skipped_by_person',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

export type Decision =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'held'; readonly reason: HoldReason; readonly until: CalendarDate | null }
  | { readonly outcome: 'skipped'; readonly reason: SkipReason }

/** A pause that somebody set. `until` is the first day on which reminders go out again; null until it is ended. */
export interface Pause {
  readonly until: CalendarDate | null
}

/** True while a pause holds. */
export const isPaused = <One extends Pause>(pause: One | null, today: CalendarDate): pause is One =>
  pause !== null && (pause.until === null || pause.until > today)

/** Facts about an account on the day of a decision. */
export interface AccountFacts {
  readonly today: CalendarDate
  readonly isOn: boolean
  /** True while the data of the account's accounting platform is too old to remind of. */
  readonly waitsForBooks: boolean
  readonly daysOff: DaysOff
}

/** Facts about a customer that a decision needs. */
export interface CustomerFacts {
  readonly isActive: boolean
  readonly remindersOn: boolean
  readonly groupRemindersOn: boolean
  readonly hasAddress: boolean
  /** Why none of the addresses is written to; null when one is. */
  readonly addressMark: AddressMark | null
  readonly pause: Pause | null
  /** Day of the last reminder; null before the first. */
  readonly lastSentOn: CalendarDate | null
}

/** A step that has reached its day for an invoice. Amounts in minor units. */
export interface DueStep {
  readonly kind: StepKind
  readonly scheduledOn: CalendarDate
  /** True when the step was held before, so that its day may be long ago. */
  readonly wasHeld: boolean
  readonly remainingMinor: bigint
  readonly minRemainingMinor: bigint
  /** Reserved by payments under way. */
  readonly reservedMinor: bigint
  readonly isChargedAutomatically: boolean
  readonly flowPause: Pause | null
  readonly invoicePause: Pause | null
  /** True when the customer disputes all of it; a step reminds of an undisputed rest. */
  readonly isDisputed: boolean
  /** Last day of the customer's open promise to pay; null without one. */
  readonly promisedOn: CalendarDate | null
  /** True on a confirmed payment plan, whose installments the customer is reminded of instead. */
  readonly isOnPlan: boolean
  readonly gapDays: number
}

/**
 * Decides about the latest due step of an open invoice. What switches reminders off ends the step, so that switching them on
 * later sends nothing of the time before; what passes by itself or by a person's answer holds it.
 */
export function decide(step: DueStep, customer: CustomerFacts, account: AccountFacts): Decision {
  const skip = findSkip(step, customer, account)
  if (skip !== null) return { outcome: 'skipped', reason: skip }
  const hold = findHold(step, customer, account)
  return hold === null ? { outcome: 'sent' } : { outcome: 'held', ...hold }
}

function findSkip(
  step: DueStep,
  customer: CustomerFacts,
  { today, isOn, daysOff }: AccountFacts,
): SkipReason | null {
  const day = workingDayFrom(step.scheduledOn, daysOff)
  if (!step.wasHeld && daysBetween(day, today) > CATCH_UP_DAYS) return 'missed'
  const off = findOffSwitch(customer, isOn)
  if (off !== null) return off
  return step.remainingMinor < step.minRemainingMinor ? 'below_minimum' : null
}

/** Returns the switch that keeps reminders from a customer; null when all are on. */
export function findOffSwitch(customer: CustomerFacts, accountIsOn: boolean): SkipReason | null {
  if (!accountIsOn) return 'account_off'
  if (!customer.isActive) return 'customer_inactive'
  if (!customer.remindersOn) return 'customer_off'
  return customer.groupRemindersOn ? null : 'group_off'
}

/** Returns what keeps a person from sending a step at this moment, whatever its day is; null when nothing does. */
export function findObstacle(
  step: DueStep,
  customer: CustomerFacts,
  account: AccountFacts,
): HoldReason | SkipReason | null {
  const decision = decide({ ...step, scheduledOn: account.today, wasHeld: true, gapDays: 0 }, customer, {
    ...account,
    daysOff: { weekends: false, holidays: new Map() },
  })
  return decision.outcome === 'sent' ? null : decision.reason
}

type Hold = { readonly reason: HoldReason; readonly until: CalendarDate | null }

function findHold(step: DueStep, customer: CustomerFacts, account: AccountFacts): Hold | null {
  const { today, daysOff } = account
  if (account.waitsForBooks) return { reason: 'books_not_read', until: null }
  const pauses = [
    ['flow_paused', step.flowPause],
    ['customer_paused', customer.pause],
    ['invoice_paused', step.invoicePause],
  ] as const
  for (const [reason, pause] of pauses) if (isPaused(pause, today)) return { reason, until: pause.until }
  if (step.isDisputed) return { reason: 'disputed', until: null }
  if (step.promisedOn !== null && step.promisedOn >= today)
    return { reason: 'promised', until: addDays(step.promisedOn, 1) }
  if (step.isOnPlan) return { reason: 'payment_plan', until: null }
  const isEmail = step.kind === 'email'
  if (isEmail && !customer.hasAddress) return { reason: 'no_address', until: null }
  if (isEmail && customer.addressMark !== null) return { reason: customer.addressMark, until: null }
  if (step.reservedMinor > 0n) return { reason: 'payment_under_way', until: null }
  if (step.isChargedAutomatically) return { reason: 'automatic_payment', until: null }
  const off = dayOff(today, daysOff)
  if (off !== null) return { reason: off.kind, until: workingDayFrom(today, daysOff) }
  return isEmail ? findGap(step.gapDays, customer.lastSentOn, account) : null
}

/** Returns the hold of a customer who got a message less than `gapDays` ago; null otherwise. */
export function findGap(
  gapDays: number,
  lastSentOn: CalendarDate | null,
  { today, daysOff }: AccountFacts,
): Hold | null {
  if (lastSentOn === null || daysBetween(lastSentOn, today) >= gapDays) return null
  return { reason: 'gap', until: workingDayFrom(addDays(lastSentOn, gapDays), daysOff) }
}
