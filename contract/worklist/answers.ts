import { z } from 'zod'
import {
  ANSWER_NOTE_MAX_LENGTH,
  ANSWER_SOURCES,
  ANSWER_TEXT_MAX_LENGTH,
  DISPUTE_REASONS,
  PROMISE_STATES,
} from '../../domain/invoices/answers.ts'
import { route } from '../route.ts'
import { amount, date, id, instant, requiredText, strict, text } from '../shapes.ts'

const PAYER_LIMIT = { limit: 20, windowSeconds: 900 } as const
const read = { kind: 'staff', right: 'invoices.read' } as const
const write = { kind: 'staff', right: 'worklist.write' } as const

const source = z.enum(ANSWER_SOURCES).describe('staff recorded it, or the customer gave it')

const promise = z.object({
  pk: id,
  promised_on: date.describe('last day on which it can be kept'),
  amount: amount.nullable().describe('null for everything that is owed'),
  note: z.string(),
  source,
  recorded_by: z.string().nullable().describe('null for the customer, and for people who left'),
  state: z.enum(PROMISE_STATES),
  outcome: z.string().describe('why it ended'),
  created: instant,
})

const dispute = z.object({
  pk: id,
  reason: z.enum(DISPUTE_REASONS),
  text: z.string(),
  amount: amount.nullable().describe('null for the whole invoice'),
  source,
  recorded_by: z.string().nullable().describe('null for the customer, and for people who left'),
  state: z.enum(['open', 'resolved']),
  resolution: z.string(),
  resolved_by: z.string().nullable().describe('null when it ended by itself, and for people who left'),
  created: instant,
})

const ofInvoice = z.object({
  currency: z.string(),
  may_record: z.boolean().describe('something is owed on the invoice'),
  promises: z.array(promise).describe('the newest first'),
  disputes: z.array(dispute).describe('the newest first'),
})
export type InvoiceAnswers = z.output<typeof ofInvoice>

/** Answers that the payer of an invoice can give instead of paying, and those that are known already. */
export const answerOffer = z.object({
  may_promise: z.boolean(),
  may_dispute: z.boolean(),
  first_day: date.describe('today for the company'),
  last_day: date.describe('last day that can be promised'),
  promised_on: date.nullable().describe('day of the open promise'),
  is_disputed: z.boolean(),
})
export type AnswerOffer = z.output<typeof answerOffer>

const disputeBody = {
  reason: z.enum(DISPUTE_REASONS, 'Choose a reason.'),
  text: text(ANSWER_TEXT_MAX_LENGTH).default(''),
  amount: amount.nullable().default(null).describe('null for the whole invoice'),
}
const payersInvoice = strict({ invoice: id })
const oneInvoice = strict({ account: id, invoice: id })

export const answers = {
  promise: route({
    method: 'POST',
    path: '/api/invoices/:invoice/promises/',
    summary: 'Promise, as the payer, to pay an invoice by a day',
    access: { kind: 'payer' },
    rateLimit: PAYER_LIMIT,
    params: payersInvoice,
    body: strict({ promised_on: date, note: text(ANSWER_NOTE_MAX_LENGTH).default('') }),
    reply: answerOffer,
  }),
  dispute: route({
    method: 'POST',
    path: '/api/invoices/:invoice/disputes/',
    summary: 'Say, as the payer, that something is wrong with an invoice',
    access: { kind: 'payer' },
    rateLimit: PAYER_LIMIT,
    params: payersInvoice,
    body: strict(disputeBody),
    reply: answerOffer,
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/invoices/:invoice/answers/',
    summary: 'List the promises and disputes of an invoice',
    access: read,
    params: oneInvoice,
    reply: ofInvoice,
  }),
  recordPromise: route({
    method: 'POST',
    path: '/api/accounts/:account/invoices/:invoice/promises/',
    summary: 'Record a customer’s promise to pay. It replaces the open one',
    access: write,
    params: oneInvoice,
    body: strict({
      promised_on: date,
      amount: amount.nullable().default(null).describe('null for everything that is owed'),
      note: text(ANSWER_NOTE_MAX_LENGTH).default(''),
    }),
    reply: ofInvoice,
  }),
  withdrawPromise: route({
    method: 'POST',
    path: '/api/accounts/:account/promises/:promise/withdraw/',
    summary: 'Withdraw a promise that is open',
    access: write,
    params: strict({ account: id, promise: id }),
    body: strict({ note: text(ANSWER_NOTE_MAX_LENGTH).default('') }),
    reply: ofInvoice,
  }),
  recordDispute: route({
    method: 'POST',
    path: '/api/accounts/:account/invoices/:invoice/disputes/',
    summary: 'Record that a customer disputes an invoice or a part of it',
    access: write,
    params: oneInvoice,
    body: strict(disputeBody),
    reply: ofInvoice,
  }),
  resolveDispute: route({
    method: 'POST',
    path: '/api/accounts/:account/disputes/:dispute/resolve/',
    summary: 'Resolve a dispute that is open',
    access: write,
    params: strict({ account: id, dispute: id }),
    body: strict({ resolution: requiredText(ANSWER_TEXT_MAX_LENGTH) }),
    reply: ofInvoice,
  }),
}
