import { z } from 'zod'
import { HOLD_REASONS, SKIP_REASONS } from '../../domain/reminders/decide-reminder.ts'
import { route } from '../route.ts'
import { amount, date, id, instant, listQuery, paged, strict } from '../shapes.ts'

const read = { kind: 'staff', right: 'reminders.read' } as const
const write = { kind: 'staff', right: 'reminders.write' } as const
const period = z.enum(['past', 'future']).describe('the last 12 months, or the next 60 days')
const reason = z.enum([...HOLD_REASONS, ...SKIP_REASONS])
const count = z.number().int()

const result = z.object({
  messages: count,
  customers: count.describe('that got a message'),
  invoices: count.describe('that a message was about'),
  invoices_total: count.describe('that were owed in these days'),
  held: count.describe('steps that were held or skipped'),
  most_in_30_days: count.describe('most messages to one customer within 30 days'),
  live: z.object({ messages: count, held: count }).nullable().describe('the same of the live version'),
  gap_days: count,
  broken: z
    .object({ twice: count, after_payment: count, day_off: count, gap: count })
    .describe('how often a rule was broken; always 0'),
  days: z.array(z.object({ day: z.string(), before_due: count, after_due: count })),
  reasons: z.array(z.object({ reason, count })),
  top_customers: z.array(z.object({ pk: id, short_name: z.string(), messages: count })),
})

const rehearsal = z.object({
  rehearsal: z
    .object({
      period,
      from: z.string(),
      until: z.string(),
      state: z.enum(['running', 'done', 'failed']),
      failure: z.string().nullable(),
      customers_total: count,
      customers_done: count,
      started_at: instant,
      is_current: z.boolean().describe('false when the flow was changed since'),
      result: result.nullable().describe('null until it is done'),
    })
    .nullable()
    .describe('null before the first rehearsal'),
})

const oneFlow = strict({ account: id, flow: id })

export const reminderRehearsals = {
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/reminder-flows/:flow/rehearsal/',
    summary: 'Read the last rehearsal of a flow',
    access: read,
    params: oneFlow,
    reply: rehearsal,
  }),
  start: route({
    method: 'POST',
    path: '/api/accounts/:account/reminder-flows/:flow/rehearsal/',
    summary: 'Rehearse the draft of a flow, or its live version: nothing is sent',
    access: write,
    params: oneFlow,
    body: strict({ period }),
    status: 202,
    reply: rehearsal,
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/reminder-flows/:flow/rehearsal/messages/',
    summary: 'List what a rehearsal sent, or held and skipped, by day',
    access: read,
    params: oneFlow,
    query: strict({
      page: listQuery.page,
      page_size: listQuery.page_size,
      outcome: z.enum(['sent', 'held']).default('sent'),
      customer: id.optional(),
      reason: reason.optional(),
      from: date.optional(),
      until: date.optional(),
    }),
    reply: paged(
      z.object({
        pk: id,
        day: z.string(),
        hour: count,
        scheduled_on: z.string(),
        customer: z.object({ pk: id, short_name: z.string() }),
        step: z.string(),
        reason: reason.nullable(),
        held_until: z.string().nullable(),
        invoices: z.array(z.object({ pk: id, number: z.string() })),
        currency: z.string(),
        remaining: amount,
      }),
    ),
  }),
  show: route({
    method: 'GET',
    path: '/api/accounts/:account/reminder-flows/:flow/rehearsal/messages/:message/',
    summary: 'Show a rehearsed message as it would have been read on its day',
    access: read,
    params: strict({ account: id, flow: id, message: id }),
    reply: z.object({ to: z.string(), subject: z.string(), html: z.string() }),
  }),
}
