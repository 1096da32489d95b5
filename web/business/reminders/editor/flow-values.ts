import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import {
  EARLIEST_OFFSET_DAYS,
  LATEST_OFFSET_DAYS,
  type StepAnchor,
  type StepKind,
} from '../../../../domain/reminders/flow.ts'
import { STARTER_HOUR } from '../../../../domain/reminders/starter-flows.ts'
import { LATEST_THANKS_DAYS } from '../../../../domain/reminders/thank-yous.ts'
import type { Definition, Flow, Step } from '../flows/use-flows.ts'
import { ACCOUNT_SENDER, type SenderValues, senderBody, senderValuesOf } from '../senders/sender-values.ts'

export type Direction = 'before' | 'on' | 'after'

/** A step as its form holds it: figures are text as typed. */
export interface StepValues {
  readonly id: string
  readonly name: string
  readonly kind: StepKind
  readonly days: string
  readonly direction: Direction
  readonly anchor: StepAnchor
  readonly hour: number
  /** Kept while the step has another kind, so that switching back restores it. */
  readonly template: string
  readonly text: string
  readonly members: readonly string[]
  readonly repeatDays: string
  readonly repeatTimes: string
  readonly minRemaining: string
  readonly attachPdf: boolean
  readonly copies: string
  readonly sender: SenderValues
}

export interface FlowValues {
  readonly name: string
  readonly covers: Flow['covers']
  readonly groups: readonly string[]
  readonly gapDays: string
  readonly steps: readonly StepValues[]
}

export type FlowBody = InputOf<typeof contract.reminderFlows.update>['body']

const directionOf = (offset: number): Direction => (offset < 0 ? 'before' : offset > 0 ? 'after' : 'on')
/** Repeats that are off show an empty field. */
const repeatText = (count: number): string => (count === 0 ? '' : String(count))

/** The form's values of a step's days. */
export const daysOf = (offset: number): Pick<StepValues, 'days' | 'direction'> => ({
  days: offset === 0 ? '' : String(Math.abs(offset)),
  direction: directionOf(offset),
})

const stepValuesOf = (step: Step): StepValues => ({
  id: step.id,
  name: step.name,
  kind: step.kind,
  ...daysOf(step.offset_days),
  anchor: step.anchor,
  hour: step.hour,
  template: step.template ?? '',
  text: step.text,
  members: step.members,
  repeatDays: repeatText(step.repeat_days),
  repeatTimes: repeatText(step.repeat_times),
  minRemaining: step.min_remaining,
  attachPdf: step.attach_pdf,
  copies: step.copies.join(', '),
  sender: senderValuesOf(step.sender),
})

/** Values of a flow's draft, or of its live version without one. */
export function valuesOf(flow: Flow): FlowValues {
  const shown = flow.draft ?? flow.live
  return {
    name: flow.name,
    covers: flow.covers,
    groups: flow.groups.map(({ pk }) => pk),
    gapDays: String(shown?.gap_days ?? 0),
    steps: shown?.steps.map(stepValuesOf) ?? [],
  }
}

/** Reads a whole number. Anything else becomes NaN, which the server refuses beside its field. */
const wholeOf = (text: string): number => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN)
const repeatOf = (text: string): number => (text.trim() === '' ? 0 : wholeOf(text))

/** Days after the anchor; negative is before. NaN when the days are no whole number. */
export function offsetOf({ days, direction }: Pick<StepValues, 'days' | 'direction'>): number {
  if (direction === 'on') return 0
  const count = wholeOf(days)
  return direction === 'before' && count !== 0 ? -count : count
}

/** The request's form of a step, in the order of the API's fields and without those of other kinds. */
export const stepBody = (step: StepValues): Step => ({
  id: step.id,
  name: step.name,
  kind: step.kind,
  anchor: step.anchor,
  offset_days: offsetOf(step),
  hour: step.hour,
  template: isReminder(step) ? step.template : null,
  text: step.kind === 'email' ? '' : step.text.trim(),
  members: step.kind === 'email' ? [] : membersOf(step),
  repeat_days: step.anchor === 'paid' ? 0 : repeatOf(step.repeatDays),
  repeat_times: step.anchor === 'paid' ? 0 : repeatOf(step.repeatTimes),
  min_remaining: step.minRemaining.trim() === '' ? '0' : step.minRemaining,
  attach_pdf: isReminder(step) && step.attachPdf,
  copies: step.kind === 'email' ? step.copies.split(/[\s,;]+/).filter((address) => address !== '') : [],
  sender: step.kind === 'email' ? senderBody(step.sender) : null,
})

/** A thank-you has the text of its kind of mail, and no attachment. */
const isReminder = ({ kind, anchor }: StepValues): boolean => kind === 'email' && anchor !== 'paid'

/** A task is assigned to one person at most. */
const membersOf = ({ kind, members }: StepValues): string[] =>
  members.slice(0, kind === 'task' ? 1 : undefined)

/** Comes after every day before the payment. */
const PAID_DAY = 10_000

/**
 * Days from the due date to a step; negative is before. `termDays` is the usual time from the invoice date to it. A step after
 * the payment comes after all others.
 */
export const dayOf = (step: Pick<StepValues, 'days' | 'direction' | 'anchor'>, termDays: number): number =>
  (offsetOf(step) || 0) + (step.anchor === 'paid' ? PAID_DAY : step.anchor === 'invoice_date' ? -termDays : 0)

/** Sorts steps by their days. */
export const sortSteps = <Sorted extends Pick<StepValues, 'days' | 'direction' | 'anchor' | 'hour'>>(
  steps: readonly Sorted[],
  termDays: number,
): Sorted[] => steps.toSorted((a, b) => dayOf(a, termDays) - dayOf(b, termDays) || a.hour - b.hour)

/** The request that saves the values. A definition that equals the live version leaves no draft. */
export function bodyOf(values: FlowValues, flow: Pick<Flow, 'revision' | 'live'>): FlowBody {
  const draft = { gap_days: wholeOf(values.gapDays), steps: values.steps.map(stepBody) }
  return {
    revision: flow.revision,
    name: values.name,
    covers: values.covers,
    groups: values.covers === 'groups' ? [...values.groups] : [],
    draft: flow.live !== null && isSame(draft, flow.live) ? null : draft,
  }
}

const isSame = (draft: Definition, { gap_days, steps }: Definition): boolean =>
  JSON.stringify(draft) === JSON.stringify({ gap_days, steps })

/** A step a week after the last one that counts from the due date. */
export function newStep(id: string, steps: readonly StepValues[], template: string): StepValues {
  const offsets = steps.filter(({ anchor }) => anchor === 'due_date').map((step) => offsetOf(step) || 0)
  const offset = Math.min(Math.max(0, ...offsets) + 7, LATEST_OFFSET_DAYS)
  return {
    id,
    name: 'New step',
    kind: 'email',
    days: String(offset),
    direction: 'after',
    anchor: 'due_date',
    hour: STARTER_HOUR,
    template,
    text: '',
    members: [],
    repeatDays: '',
    repeatTimes: '',
    minRemaining: '',
    attachPdf: true,
    copies: '',
    sender: ACCOUNT_SENDER,
  }
}

/** Error of a step's days in the words of the form, which has no negative days; null when the server may judge. */
export function daysProblem(step: Pick<StepValues, 'days' | 'direction' | 'anchor'>): string | null {
  const offset = offsetOf(step)
  if (Number.isNaN(offset)) return 'Enter a whole number.'
  if (step.anchor === 'paid' && (offset < 0 || offset > LATEST_THANKS_DAYS))
    return `0 to ${LATEST_THANKS_DAYS} days after.`
  if (offset < EARLIEST_OFFSET_DAYS) return `At most ${-EARLIEST_OFFSET_DAYS} days before.`
  return offset > LATEST_OFFSET_DAYS ? `At most ${LATEST_OFFSET_DAYS} days after.` : null
}

/** A thank-you on the day after the payment. */
export const newThanks = (id: string): StepValues => ({
  ...newStep(id, [], ''),
  name: 'Thank you',
  days: '1',
  anchor: 'paid',
  attachPdf: false,
})
