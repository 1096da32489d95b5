import type { CalendarDate } from '../../../domain/dates/calendar.ts'
import type { StepChannelFacts } from '../../../domain/reminders/step-channels.ts'

/** An invoice that reached a step. Amounts in minor units. */
export interface ChannelStep {
  readonly invoiceId: string
  readonly number: string
  readonly currency: string
  readonly dueDate: CalendarDate
  readonly remainingMinor: bigint
  readonly stepId: string
  readonly stepName: string
  /** 0 is the first message of a step, others are repeats. */
  readonly occurrence: number
  /** Day of the last payment, of a thank-you; null for other steps. */
  readonly paidOn: CalendarDate | null
}

/** Steps of one customer that go out together. At least one, all of one currency. */
export interface ChannelMessage {
  readonly customer: {
    readonly id: string
    readonly name: string
    /** Null without an email address that may be written to. */
    readonly address: string | null
    /** Null without a phone number. */
    readonly phone: string | null
  }
  readonly steps: readonly ChannelStep[]
}

export interface WrittenText {
  readonly text: string
  /** Page on which the customer pays all of its invoices; null for a thank-you. */
  readonly payUrl: string | null
}

/** A message by a channel that an installation adds. */
export interface WritableMessage extends ChannelMessage {
  /**
   * Renders the step's text in the customer's language, and issues the link that pays. Null when the text can't be rendered, which
   * the channel answers with `template_problem`.
   */
  write(): Promise<WrittenText | null>
}

/**
 * - sent: queued, to this recipient. `messageId` is the UUID of what was queued; a task has its own.
 * - held: not possible with the customer's data or the step's text. Tried again on each run.
 * - failed: the service behind the channel does not take messages now. `reason` is logged. Tried again on the next day.
 */
export type ChannelAnswer =
  | {
      readonly outcome: 'sent'
      readonly to: string
      readonly messageId: string
    }
  | { readonly outcome: 'sent'; readonly taskId: string }
  | { readonly outcome: 'held'; readonly reason: 'no_contact' | 'template_problem' }
  | { readonly outcome: 'failed'; readonly reason: string }

/**
 * A channel by which steps of reminder flows go out. The flow decides whether and when; the channel only takes the messages.
 *
 * `send` runs in the transaction that records the outcomes, with the customers locked. It only writes rows or queues jobs, so that
 * a message exists exactly once: with its outcome, or not at all. What calls an outside service is a job that it queues. It answers
 * each message in the same order. An exception leaves the steps of that customer due.
 */
export interface Channel<Context, Message extends ChannelMessage = WritableMessage> extends StepChannelFacts {
  /** Whether the account may choose it for a step now. */
  mayUse(ctx: Context): Promise<boolean>
  send(ctx: Context, messages: readonly Message[]): Promise<readonly ChannelAnswer[]>
}
