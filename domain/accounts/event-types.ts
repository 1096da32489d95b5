/**
 * Types of an account's events: facts of its business in the order of an invoice's life. Each room declares which of its
 * audit entries are events, and of which type, in its `registry.ts`.
 */
export const EVENT_TYPES = [
  'customer.created',
  'customer.updated',
  'customer.merged',
  'customer.merge_undone',
  'customer.noted',
  'customer.invited',
  'customer.enrolled',
  'customer.unsubscribed',
  'customer.resubscribed',
  'customer.address_used_again',
  'customer.auto_payments_turned_on',
  'customer.auto_payments_turned_off',
  'import.finished',
  'invoice.created',
  'invoice.updated',
  'invoice.deleted',
  'invoice.sent',
  'invoice.reminded',
  'invoice.late_fee_charged',
  'invoice.late_fee_waived',
  'invoice.promised',
  'invoice.promise_broken',
  'invoice.disputed',
  'invoice.dispute_resolved',
  'invoice.thanked',
  'invoice.opened',
  'invoice.voided',
  'invoice.written_off',
  'invoice.reopened',
  'message.failed',
  'message.bounced',
  'message.complained',
  'payment.pending',
  'payment.authorized',
  'payment.released',
  'payment.confirmed',
  'payment.failed',
  'payment.returned',
  'payment.refunded',
  'payment.refund_failed',
  'payment.credit_applied',
  'payment_plan.proposed',
  'payment_plan.confirmed',
  'payment_plan.defaulted',
  'payment_plan.cured',
  'payment_plan.completed',
  'payment_plan.canceled',
  'credit_memo.issued',
  'credit_memo.applied',
  'credit_memo.unapplied',
  'credit_memo.voided',
  'statement.sent',
  'connection.lost',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** Subjects of events: the part of their type before the dot. */
export const EVENT_SUBJECTS = [
  'customer',
  'import',
  'invoice',
  'message',
  'payment',
  'payment_plan',
  'credit_memo',
  'statement',
  'connection',
] as const
export type EventSubject = (typeof EVENT_SUBJECTS)[number]

/** Types of events by the audit action that records them. Other actions are no events. */
export type EventTypesByAction = Readonly<Record<string, EventType>>
