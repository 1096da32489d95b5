import type { StepSender } from './step-sender.ts'
import { findThanksProblem } from './thank-yous.ts'

/** Dates of an invoice that a step counts its days from. `paid` is the day on which payments settled it. */
export const STEP_ANCHORS = ['invoice_date', 'due_date', 'paid'] as const
export type StepAnchor = (typeof STEP_ANCHORS)[number]

/** Names the channel by which a step goes out: one of `STEP_CHANNELS`, or one that the installation adds. */
export type StepKind = string
/** Form of the name of a channel. */
export const STEP_KIND_FORM = /^[a-z][a-z_]{0,29}$/

export const STEP_TEXT_MAX_LENGTH = 1000
export const MAX_STEP_MEMBERS = 20
export const MAX_STEPS = 30
export const EARLIEST_OFFSET_DAYS = -90
export const LATEST_OFFSET_DAYS = 365
export const MAX_REPEATS = 24
export const MAX_GAP_DAYS = 30

/** One moment of a flow, and its effect. */
export interface Step {
  /** Stays the same in all versions of the flow, so that a step that is moved is not sent twice. */
  readonly id: string
  readonly name: string
  readonly kind: StepKind
  readonly anchor: StepAnchor
  /** Days after the anchor; negative is before. */
  readonly offsetDays: number
  /** Hour of the day, 0 to 23, in the account's time zone. */
  readonly hour: number
  /** Null unless the step reminds the customer by email: a thank-you has the text of its kind of mail. */
  readonly templateId: string | null
  /** Liquid text of a task or a note to staff. */
  readonly text: string
  /** Recipients of a note, or the one to whom a task is assigned, by their user ids. Empty for the defaults. */
  readonly members: readonly string[]
  /** Days between repeats; 0 without any. */
  readonly repeatDays: number
  /** Repeats after the first message. */
  readonly repeatTimes: number
  /** Smallest remaining amount, in minor units of the account's currency; of a thank-you, the smallest paid one. */
  readonly minRemainingMinor: bigint
  readonly attachPdf: boolean
  readonly copies: readonly string[]
  /** Sender of the email; null for the account. */
  readonly sender: StepSender | null
}

/** Contents of a version of a flow. */
export interface FlowDefinition {
  /** Smallest number of days between two messages to one customer. */
  readonly gapDays: number
  readonly steps: readonly Step[]
}

/** A contradiction in a definition, with the position of the step that has to change. */
export interface FlowProblem {
  readonly position: number
  readonly field: 'offset_days' | 'repeat_days' | 'repeat_times'
  readonly message: string
}

/**
 * Returns contradictions between steps of one kind: two on one day, repeats without a distance, and repeats that run past the
 * next step of the same date, which would replace them. Also steps after the payment that are before it or repeated.
 */
export function findFlowProblems(
  steps: readonly Omit<Step, 'minRemainingMinor' | 'sender'>[],
): FlowProblem[] {
  return steps.flatMap((step, position): FlowProblem[] => {
    const problem = findThanksProblem(step)
    if (problem !== null) return [{ position, ...problem }]
    const isOther = (other: (typeof steps)[number]) =>
      other.anchor === step.anchor && other.kind === step.kind && other.id !== step.id
    const others = steps.filter(isOther)
    const twin = steps.findIndex((other) => isOther(other) && other.offsetDays === step.offsetDays)
    if (twin !== -1 && twin < position)
      return [
        {
          position,
          field: 'offset_days',
          message: `“${steps[twin]!.name}” is on this day already. Choose another day.`,
        },
      ]
    if (step.repeatTimes === 0) return []
    if (step.repeatDays === 0)
      return [{ position, field: 'repeat_days', message: 'Enter the days between repeats.' }]
    const last = step.offsetDays + step.repeatDays * step.repeatTimes
    const passed = others.find((other) => other.offsetDays > step.offsetDays && other.offsetDays <= last)
    return passed === undefined
      ? []
      : [
          {
            position,
            field: 'repeat_times',
            message: `The repeats run past “${passed.name}”. Use fewer or shorter ones.`,
          },
        ]
  })
}
