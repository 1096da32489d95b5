import { msg } from '../languages/msg.ts'

/** Reasons for which a customer disputes an invoice. */
export const DISPUTE_REASONS = ['wrong_amount', 'not_received', 'already_paid', 'other'] as const
export type DisputeReason = (typeof DISPUTE_REASONS)[number]

/** Names of the reasons, as people read them. */
export const DISPUTE_REASON_TEXTS: Readonly<Record<DisputeReason, string>> = {
  wrong_amount: msg('The amount is wrong'),
  not_received: msg('Goods or services were not received'),
  already_paid: msg('It was paid already'),
  other: msg('Something else'),
}

/** Ways in which an answer comes in. */
export const ANSWER_SOURCES = ['pay_link', 'portal', 'staff', 'api'] as const
export type AnswerSource = (typeof ANSWER_SOURCES)[number]

/** True for what the customer answered without a person or system of the company. */
export const isFromCustomer = (source: AnswerSource): boolean => source === 'pay_link' || source === 'portal'

export const PROMISE_STATES = ['open', 'kept', 'broken', 'withdrawn'] as const
export type PromiseState = (typeof PROMISE_STATES)[number]

export const ANSWER_NOTE_MAX_LENGTH = 500
export const ANSWER_TEXT_MAX_LENGTH = 1000
/** Most days ahead that an account can let its customers promise. */
export const LONGEST_PROMISE_DAYS = 180
/** Promises that a customer can make about an invoice. */
export const MAX_PROMISES_OF_CUSTOMER = 2
/** Disputes that a customer can open about an invoice. */
export const MAX_DISPUTES_OF_CUSTOMER = 3

/** An open dispute; a null amount disputes the whole invoice. Minor units. */
export interface DisputedAmount {
  readonly amountMinor: bigint | null
}

/** Returns the part of what is owed that nobody disputes, in minor units. */
export function undisputedMinor(remainingMinor: bigint, dispute: DisputedAmount | null): bigint {
  if (dispute === null) return remainingMinor
  if (dispute.amountMinor === null || dispute.amountMinor >= remainingMinor) return 0n
  return remainingMinor - dispute.amountMinor
}
