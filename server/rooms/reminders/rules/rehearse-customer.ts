import { addDays, type CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { DisputedAmount } from '../../../../domain/invoices/answers.ts'
import type {
  CustomerFacts,
  Decision,
  Pause,
  SkipReason,
} from '../../../../domain/reminders/decide-reminder.ts'
import type { FlowDefinition, Step } from '../../../../domain/reminders/flow.ts'
import { isThanks, THANKS_FIRST, THANKS_KEPT_DAYS } from '../../../../domain/reminders/thank-yous.ts'
import { type Play, type PlayedStep, playDays } from './play-days.ts'
import { splitDisputed } from './split-disputed.ts'

/** An invoice and how much was owed on it from which day on. Amounts in minor units. */
export interface RehearsedInvoice {
  readonly id: string
  readonly number: string
  readonly currency: string
  readonly invoiceDate: CalendarDate
  readonly dueDate: CalendarDate
  /** First day on which it can be reminded. */
  readonly issuedOn: CalendarDate
  readonly totalMinor: bigint
  /** Reserved by payments under way. */
  readonly reservedMinor: bigint
  readonly pause: Pause | null
  /** The open dispute, and the last day of the open promise to pay. */
  readonly dispute: DisputedAmount | null
  readonly promisedOn: CalendarDate | null
  /** Payments that settled it in full; null while something is owed. */
  readonly settlement: Settlement | null
  readonly isOnPlan: boolean
  /** In the order of the days. */
  readonly changes: readonly { readonly day: CalendarDate; readonly remainingMinor: bigint }[]
}

/** How payments settled an invoice. */
export interface Settlement {
  /** Day from which a thank-you counts. */
  readonly settledOn: CalendarDate
  /** Day of the last payment. */
  readonly paidOn: CalendarDate
  readonly paidMinor: bigint
}

export interface RehearsedStep extends PlayedStep {
  readonly step: Step
  readonly invoice: RehearsedInvoice
  readonly occurrence: number
}

/** A message that would have been sent. */
export interface RehearsedMessage {
  readonly day: CalendarDate
  readonly steps: readonly RehearsedStep[]
}

/** A step that would have been held or skipped, once for each reason. */
export interface RehearsedHold {
  readonly day: CalendarDate
  readonly step: RehearsedStep
  readonly decision: Exclude<Decision, { outcome: 'sent' }>
}

export interface Rehearsal {
  readonly messages: readonly RehearsedMessage[]
  readonly holds: readonly RehearsedHold[]
}

/** A step that was decided before the first day: null ended it. */
export type FormerHold = { readonly reason: string; readonly until: CalendarDate | null } | null

/** Days that are rehearsed, and what was decided before them. */
export interface Window extends Pick<Play<RehearsedStep>, 'from' | 'until' | 'account' | 'charged'> {
  readonly flowPause: Pause | null
  /** By `keyOf`. */
  readonly former: ReadonlyMap<string, FormerHold>
}

/** Names a step of an invoice. */
export const keyOf = (one: { invoiceId: string; stepId: string; occurrence: number }): string =>
  `${one.invoiceId} ${one.stepId} ${one.occurrence}`

/**
 * Plays a flow for one customer over the invoices as they were on each day of the window. An invoice that was paid on a day
 * counts as paid for the whole day. Tasks and notes to staff are left out: they change nothing about the emails.
 */
export function rehearseCustomer(
  definition: FlowDefinition,
  invoices: readonly RehearsedInvoice[],
  customer: CustomerFacts,
  window: Window,
): Rehearsal {
  const steps = invoices.flatMap((invoice) =>
    definition.steps.flatMap((step, position) =>
      step.kind === 'email' && (isThanks(step) || wasOwedSince(invoice, window.from))
        ? datesOf(definition, step, position, invoice)
        : [],
    ),
  )
  const open = steps.flatMap((step) => openStep(step, window) ?? [])
  const days = playDays(open, { ...window, customer, on: asOf })
  return {
    messages: days.flatMap(({ day, messages }) =>
      messages.map((group) => ({ day, steps: group.toSorted(longestDueFirst) })),
    ),
    holds: days.flatMap(({ day, others }) =>
      others.filter(isNews).map(({ step, decision }) => ({ day, step, decision })),
    ),
  }
}

/** Tells an invoice that was owed on a day since `from` from one that was settled before. */
export function wasOwedSince({ changes }: RehearsedInvoice, from: CalendarDate): boolean {
  const last = changes.at(-1)
  return last !== undefined && (last.remainingMinor > 0n || last.day >= from)
}

/** Returns a step as it stands on the first day; null when its day is not in the window, or it was decided before. */
function openStep(step: RehearsedStep, { from, until, former, flowPause }: Window): RehearsedStep | null {
  const decided = former.get(keyOf(step))
  if (decided === null || step.scheduledOn > until || step.scheduledOn < step.invoice.issuedOn) return null
  if (decided) return { ...step, flowPause, heldFor: decided.reason, heldUntil: decided.until }
  return step.scheduledOn < from ? null : { ...step, flowPause }
}

function datesOf(
  { gapDays }: FlowDefinition,
  step: Step,
  position: number,
  invoice: RehearsedInvoice,
): RehearsedStep[] {
  const { settlement } = invoice
  const base = {
    step,
    invoice,
    invoiceId: invoice.id,
    stepId: step.id,
    kind: step.kind,
    currency: invoice.currency,
    minRemainingMinor: step.minRemainingMinor,
    gapDays,
    heldFor: null,
    heldUntil: null,
    flowPause: null,
    invoicePause: invoice.pause,
    isDisputed: false,
  }
  if (isThanks(step))
    return settlement === null
      ? []
      : [
          {
            ...base,
            occurrence: 0,
            position: position - THANKS_FIRST,
            scheduledOn: addDays(settlement.settledOn, step.offsetDays),
            remainingMinor: settlement.paidMinor,
            reservedMinor: 0n,
            promisedOn: null,
            isOnPlan: false,
          },
        ]
  const anchor = step.anchor === 'due_date' ? invoice.dueDate : invoice.invoiceDate
  return Array.from({ length: step.repeatTimes + 1 }, (_, occurrence) => ({
    ...base,
    occurrence,
    position,
    scheduledOn: addDays(anchor, step.offsetDays + occurrence * step.repeatDays),
    remainingMinor: invoice.totalMinor,
    reservedMinor: invoice.reservedMinor,
    promisedOn: invoice.promisedOn,
    isOnPlan: invoice.isOnPlan,
  }))
}

/** Returns a step with what was owed on a day, and a thank-you with what was paid; else why it is over. */
function asOf(step: RehearsedStep, day: CalendarDate): RehearsedStep | SkipReason {
  if (isThanks(step.step)) return step.scheduledOn < addDays(day, -THANKS_KEPT_DAYS) ? 'missed' : step
  const remainingMinor = step.invoice.changes.findLast((change) => change.day <= day)?.remainingMinor ?? 0n
  return remainingMinor > 0n ? { ...step, ...splitDisputed(remainingMinor, step.invoice.dispute) } : 'settled'
}

const longestDueFirst = (a: RehearsedStep, b: RehearsedStep): number =>
  a.invoice.dueDate < b.invoice.dueDate ? -1 : 1

const isNews = ({ step, decision }: { step: RehearsedStep; decision: RehearsedHold['decision'] }): boolean =>
  decision.outcome === 'skipped' || decision.reason !== step.heldFor || decision.until !== step.heldUntil
