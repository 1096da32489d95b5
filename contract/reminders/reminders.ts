import { z } from 'zod'
import { HOLD_REASONS, SKIP_REASONS } from '../../domain/reminders/decide-reminder.ts'
import { MAX_REPEATS } from '../../domain/reminders/flow.ts'
import { filters } from '../filters.ts'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import {
  accountParams,
  amount,
  date,
  id,
  instant,
  line,
  listQuery,
  paged,
  requiredLine,
  requiredText,
  strict,
} from '../shapes.ts'

const MAX_INVOICES = 200
const SUBJECT_MAX_LENGTH = 300
const BODY_MAX_LENGTH = 5000
const read = { kind: 'staff', right: 'reminders.read' } as const
const write = { kind: 'staff', right: 'reminders.write' } as const

export const stepId = z.string().regex(/^[\w-]{8,40}$/, 'An id has 8 to 40 letters, digits, - or _.')

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
  message: id.nullable().describe('the email to the customer or to members of the account'),
  task: id.nullable(),
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
  remaining: amount.describe('owed on its invoices when it was written; of a thank-you, paid on them'),
  is_thanks: z.boolean().describe('a thank-you for invoices that were paid'),
  sender: z
    .object({ name: z.string(), reply_to: z.string() })
    .nullable()
    .describe('of a step with a sender of its own; null for the account’s'),
  sent_at: instant,
  opened_at: instant.nullable().describe('first time that a pay link of the message was opened'),
  paid: amount.describe('paid on its invoices since then'),
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
  remaining: amount.describe('of a thank-you, the total of the invoice'),
  is_thanks: z.boolean(),
  reason,
  held_until: z.string().nullable(),
  note: z.string().describe('of the pause that holds it'),
})

const upcomingStep = z.object({
  day: z.string(),
  hour: z.number().int(),
  customer: customerOfRow,
  to: z.string().describe('empty when the customer has no email address'),
  step: z.string(),
  step_id: stepId,
  kind: z.string().describe('channel of the step'),
  scheduled_on: z.string().describe('day of the step; earlier than `day` when the message waits'),
  held_for: reason.describe('why it leaves later than on the day of its step; null when it does not'),
  invoices: z.array(
    z.object({
      pk: id,
      number: z.string(),
      due_date: z.string(),
      occurrence: z.number().int().describe('0 is the first message of the step, others are repeats'),
    }),
  ),
  is_thanks: z.boolean().describe('a thank-you for invoices that were paid'),
  has_own_text: z.boolean().describe('its text was changed for this message only'),
  currency: z.string(),
  remaining: amount.describe('owed; of a thank-you, paid'),
})

/** Names a message that was not sent yet. */
const plannedMessage = strict({
  customer: id,
  step: stepId,
  invoices: z
    .array(strict({ invoice: id, occurrence: z.number().int().min(0).max(MAX_REPEATS) }))
    .min(1, 'Name at least one invoice.')
    .max(MAX_INVOICES, `Name at most ${MAX_INVOICES} invoices.`),
})

const shownMessage = z.object({
  from: z.object({
    name: z.string(),
    reply_to: z.string().describe('empty when the account has no email address'),
  }),
  to: z.array(z.string()).describe('the customer’s addresses, then copies; empty without an address'),
  subject: z.string(),
  body: z.string().describe('paragraphs separated by blank lines'),
  html: z.string(),
  has_own_text: z.boolean(),
  is_outdated: z.boolean().describe('its own text was written for other invoices or amounts, which holds it'),
  obstacle: z
    .enum([...HOLD_REASONS, ...SKIP_REASONS])
    .nullable()
    .describe('what keeps it from being sent now'),
  untrue: z
    .string()
    .nullable()
    .describe(
      'why its text would not be true today, which keeps it from being sent now too; null when it is',
    ),
})

/** Filters of the lists of reminders. */
const sentMatch = {
  customer: id.optional(),
  step: stepId.optional().describe('only messages of this step of a flow'),
  ...filters({ sent: 'date' }),
}
const heldMatch = { customer: id.optional() }
const paging = { page: listQuery.page, page_size: listQuery.page_size }

export const reminders = {
  listSent: route({
    method: 'GET',
    path: '/api/accounts/:account/reminders/sent/',
    summary: 'List the reminders that were sent, the newest first',
    access: read,
    params: accountParams,
    query: strict({ ...paging, ...sentMatch }),
    reply: paged(sentMessage),
  }),
  exportSent: listExport('/api/accounts/:account/reminders/sent/export/', 'Export sent reminders', sentMatch),
  exportHeld: listExport('/api/accounts/:account/reminders/held/export/', 'Export held reminders', heldMatch),
  exportUpcoming: listExport(
    '/api/accounts/:account/reminders/upcoming/export/',
    'Export the reminders of the next 30 days',
    {},
  ),
  listHeld: route({
    method: 'GET',
    path: '/api/accounts/:account/reminders/held/',
    summary: 'List reminders that are held, with the reason',
    access: read,
    params: accountParams,
    query: strict({ ...paging, ...heldMatch }),
    reply: paged(heldStep),
  }),
  listUpcoming: route({
    method: 'GET',
    path: '/api/accounts/:account/reminders/upcoming/',
    summary: 'List the reminders of the next 30 days that can be predicted today',
    access: read,
    params: accountParams,
    reply: z.object({
      results: z.array(upcomingStep),
      more: z.boolean().describe('only the first 500 are listed'),
    }),
  }),
  showPlanned: route({
    method: 'POST',
    path: '/api/accounts/:account/reminders/planned/preview/',
    summary: 'Show a reminder that was not sent yet as it will read on its day',
    access: read,
    params: accountParams,
    body: plannedMessage,
    reply: shownMessage,
  }),
  changeText: route({
    method: 'PUT',
    path: '/api/accounts/:account/reminders/planned/text/',
    summary: 'Change the text of one reminder that was not sent yet, or use the template’s again',
    access: write,
    params: accountParams,
    body: plannedMessage.extend({
      text: strict({
        subject: requiredLine(SUBJECT_MAX_LENGTH),
        body: requiredText(BODY_MAX_LENGTH),
      })
        .nullable()
        .describe('null uses the template’s text'),
    }),
    reply: shownMessage,
  }),
  sendNow: route({
    method: 'POST',
    path: '/api/accounts/:account/reminders/planned/send/',
    summary: 'Send a reminder now instead of on its day',
    access: write,
    params: accountParams,
    body: plannedMessage,
    status: 201,
    reply: z.object({ pk: id }),
  }),
  skip: route({
    method: 'POST',
    path: '/api/accounts/:account/reminders/planned/skip/',
    summary: 'Skip a reminder that was not sent yet',
    access: write,
    params: accountParams,
    body: plannedMessage,
    reply: 'nothing',
  }),
  putBack: route({
    method: 'POST',
    path: '/api/accounts/:account/reminders/planned/put-back/',
    summary: 'Take back that a person skipped a reminder',
    access: write,
    params: accountParams,
    body: plannedMessage,
    reply: 'nothing',
  }),
  listDecisions: route({
    method: 'GET',
    path: '/api/accounts/:account/invoices/:invoice/reminders/',
    summary: 'List what was decided about an invoice’s reminders, the newest first',
    access: read,
    params: strict({ account: id, invoice: id }),
    reply: z.object({ results: z.array(decision), pause: pause.nullable() }),
  }),
  listOfCustomer: route({
    method: 'GET',
    path: '/api/accounts/:account/customers/:customer/reminders/',
    summary: 'List what was decided about a customer’s reminders, the newest first',
    access: read,
    params: strict({ account: id, customer: id }),
    reply: z.object({
      results: z.array(decision.extend({ invoice: z.object({ pk: id, number: z.string() }) })),
      pause: pause.nullable(),
    }),
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
