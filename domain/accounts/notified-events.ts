import type { EventType } from './event-types.ts'

/** Events that a company's people are notified of when somebody else, or the program, made them. */
export const NOTIFIED_EVENTS: ReadonlySet<EventType> = new Set<EventType>([
  'customer.enrolled',
  'customer.unsubscribed',
  'import.finished',
  'invoice.promised',
  'invoice.promise_broken',
  'invoice.disputed',
  'message.failed',
  'message.bounced',
  'message.complained',
  'payment.confirmed',
  'payment.failed',
  'payment.returned',
  'payment.refund_failed',
  'payment_plan.confirmed',
  'payment_plan.defaulted',
  'connection.lost',
])

/** Told only to the people whom the note names. */
export const MENTION_EVENT: EventType = 'customer.noted'
