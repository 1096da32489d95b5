import { z } from 'zod'
import { HOLD_REASONS, SKIP_REASONS } from '../../domain/reminders/decide.ts'
import { route } from '../route.ts'
import { accountParams, amount, date, id, instant, line, listQuery, paged, strict } from '../shapes.ts'

const read = { kind: 'staff', right: 'reminders.read' } as const
const write = { kind: 'staff', right: 'reminders.write' } as const

export const pause = z.object({
  until: z.string().nullable().describe('first day on which reminders go out again; null until it is ended'),
  note: z.string(),
})

const outcome = z.enum(['sent', 'held', 'skipped'])
const reason = z.enum([...HOLD_REASONS, ...SKIP_REASONS]).nullable()

const decision = z.object({
  pk: id,
  step: z.string(),
  occurrence: z.number().int().describe('0 is the first message of the step, others are repeats'),
  decided_on: z.string(),
  decided_at: instant,
  outcome,
  reason,
  held_until: z.string().nullable(),
  message: id.nullable(),
})

const customerOfRow = z.object({ pk: id, short_name: z.string() })
const invoicesOfRow = z.array(z.object({ pk: id, number: z.string() }))

const sentMessage = z.object({
  pk: id,
  customer: customerOfRow,
  step: z.string(),
  subject: z.string(),
  to: z.string(),
  invoices: invoicesOfRow,
  currency: z.string(),
  remaining: amount.describe('owed on its invoices when it was written'),
  sent_at: instant,
  status: z
    .enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'forgotten'])
    .describe(
      'of its delivery; unknown when an attempt was interrupted, forgotten after its text was deleted',
    ),
})

const heldStep = z.object({
  customer: customerOfRow,
  invoice: z.object({ pk: id, number: z.string() }),
  step: z.string(),
  scheduled_on: z.string(),
  currency: z.string(),
  remaining: amount,
  reason,
  held_until: z.string().nullable(),
  note: z.string().describe('of the pause that holds it'),
})

const upcomingStep = z.object({
  day: z.string(),
  hour: z.number().int(),
  customer: customerOfRow,
  step: z.string(),
  invoices: invoicesOfRow,
  currency: z.string(),
  remaining: amount,
})

const paging = strict({ page: listQuery.page, page_size: listQuery.page_size })

export const reminders = {
  listSent: route({
    method: 'GET',
    path: '/api/accounts/:account/reminders/sent/',
    summary: 'List the reminders that were sent, the newest first',
    access: read,
    params: accountParams,
    query: paging,
    reply: paged(sentMessage),
  }),
  listHeld: route({
    method: 'GET',
    path: '/api/accounts/:account/reminders/held/',
    summary: 'List reminders that are held, with the reason',
    access: read,
    params: accountParams,
    query: paging,
    reply: paged(heldStep),
  }),
  listUpcoming: route({
    method: 'GET',
    path: '/api/accounts/:account/reminders/upcoming/',
    summary: 'List the reminders of the next 30 days, as far as they can be known today',
    access: read,
    params: accountParams,
    reply: z.object({
      results: z.array(upcomingStep),
      more: z.boolean().describe('only the first 500 are listed'),
    }),
  }),
  listDecisions: route({
    method: 'GET',
    path: '/api/accounts/:account/invoices/:invoice/reminders/',
    summary: 'List what was decided about an invoice’s reminders, the newest first',
    access: read,
    params: strict({ account: id, invoice: id }),
    reply: z.object({ results: z.array(decision), pause: pause.nullable() }),
  }),
  pause: route({
    method: 'POST',
    path: '/api/accounts/:account/reminders/pauses/',
    summary: 'Pause the reminders of a flow, a customer or an invoice',
    access: write,
    params: accountParams,
    body: strict({
      scope: z.enum(['flow', 'customer', 'invoice']),
      subject: id,
      until: date.nullable(),
      note: line(200),
    }),
    status: 201,
    reply: pause,
  }),
  resume: route({
    method: 'DELETE',
    path: '/api/accounts/:account/reminders/pauses/:scope/:subject/',
    summary: 'End a pause',
    access: write,
    params: strict({ account: id, scope: z.enum(['flow', 'customer', 'invoice']), subject: id }),
    reply: 'nothing',
  }),
}
