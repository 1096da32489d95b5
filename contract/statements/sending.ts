import { z } from 'zod'
import { msg } from '../../domain/languages/msg.ts'
import { STATEMENT_KINDS } from '../../domain/statements/statement-kind.ts'
import { asRead } from '../accounts/as-read.ts'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import { accountParams, amount, date, id, instant, listQuery, paged, strict } from '../shapes.ts'
import { period } from './statements.ts'

const read = { kind: 'staff', right: 'statements.read' } as const
const send = { kind: 'staff', right: 'statements.send' } as const
const kind = z.enum(STATEMENT_KINDS, msg('Choose a kind of statement.'))
const signed = z.string().describe('decimal string, negative for credit of the customer')
const count = z.number().int()

const settings = {
  kind,
  send_day: z
    .number('Choose a day.')
    .int()
    .min(1, 'Choose a day from 1 to 31.')
    .max(31, 'Choose a day from 1 to 31.')
    .nullable()
    .describe('day of the month, 31 for the last one; null while none are sent'),
  send_hour: z.number().int().min(0).max(23).describe('in the account’s time zone'),
  only_open: z.boolean().describe('only to customers with an open invoice or credit'),
}

const shownSettings = z.object({
  ...settings,
  next: z
    .object({ send_on: date, from: date, to: date })
    .nullable()
    .describe('next sending, after days off; null while none are sent'),
})
export type StatementSettingsReply = z.output<typeof shownSettings>

const run = z.object({
  pk: id,
  source: z.enum(['schedule', 'staff']),
  kind,
  from: date,
  to: date,
  only_open: z.boolean(),
  state: z.enum(['running', 'done', 'failed', 'canceled']),
  failure: z.string().nullable(),
  customers_total: count,
  customers_done: count,
  sent: count,
  failed: count.describe(
    'customers whose statement failed; another run for the period sends the missing ones',
  ),
  started_at: instant,
  finished_at: instant.nullable(),
})
export type StatementRunReply = z.output<typeof run>

const issued = z.object({
  pk: id,
  number: z.string(),
  customer: z.object({ pk: id, short_name: z.string() }),
  kind,
  currency: z.string(),
  from: date,
  to: date,
  closing: signed,
  owed: amount,
  overdue: amount,
  closed_at: instant.describe('when the ledger was read'),
  to_address: z.string().nullable(),
  sent_at: instant.nullable(),
  status: z
    .enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'canceled', 'forgotten'])
    .describe('of the delivery to the first address; canceled when it was switched off before it left'),
})

const bulk = {
  from: date.describe('first day, in the account’s time zone'),
  to: date.describe('last day; today at the latest'),
  kind,
  only_open: z.boolean().describe('only to customers with an open invoice or credit'),
}

export const statementSending = {
  email: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/statement/email/',
    summary: 'Email a customer their statement with its PDF. Issued once for a period',
    access: send,
    params: strict({ account: id, customer: id }),
    body: period.extend({
      again: z.boolean().default(false).describe('send one again that was sent for the period'),
    }),
    reply: z.object({ pk: id, number: z.string(), to: z.array(z.string()), sent_at: instant }),
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/statements/',
    summary: 'List issued statements, the latest first',
    access: read,
    params: accountParams,
    query: strict({ page: listQuery.page, page_size: listQuery.page_size, customer: id.optional() }),
    reply: paged(issued),
  }),
  export: listExport('/api/accounts/:account/statements/export/', 'Export issued statements', {
    customer: id.optional(),
  }),
  pdf: route({
    method: 'GET',
    path: '/api/accounts/:account/statements/:statement/pdf/',
    summary: 'The PDF of an issued statement, as it was sent',
    access: read,
    params: strict({ account: id, statement: id }),
    reply: 'file',
  }),
  readSettings: route({
    method: 'GET',
    path: '/api/accounts/:account/statement-settings/',
    summary: 'Read how statements are sent by themselves',
    access: read,
    params: accountParams,
    reply: shownSettings,
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/api/accounts/:account/statement-settings/',
    summary: 'Change how statements are sent by themselves',
    access: { kind: 'staff', right: 'settings.write' },
    params: accountParams,
    body: strict({ ...settings, if_unchanged: asRead(settings) }),
    reply: shownSettings,
  }),
  previewRun: route({
    method: 'GET',
    path: '/api/accounts/:account/statement-runs/preview/',
    summary: 'Preview a run: who would get a statement, and who would not and why',
    access: read,
    params: accountParams,
    query: strict({ ...bulk, only_open: z.enum(['true', 'false']).default('true') }),
    reply: z.object({
      statements: count,
      customers: count,
      totals: z.array(z.object({ currency: z.string(), count, closing: signed })),
      left_out: z.object({
        off: count.describe('inactive, or switched off for the customer or the group'),
        no_address: count.describe('no address, or only marked ones'),
        nothing: count.describe('nothing open, or nothing to state'),
        sent: count.describe('statements that were issued for the period before'),
      }),
      first: z.array(
        z.object({
          customer: z.object({ pk: id, short_name: z.string() }),
          currency: z.string(),
          closing: signed,
          to_address: z.string(),
        }),
      ),
    }),
  }),
  listRuns: route({
    method: 'GET',
    path: '/api/accounts/:account/statement-runs/',
    summary: 'List the last runs with their progress, the latest first',
    access: read,
    params: accountParams,
    reply: z.object({ runs: z.array(run) }),
  }),
  startRun: route({
    method: 'POST',
    path: '/api/accounts/:account/statement-runs/',
    summary: 'Send the statements of a period to all customers who want them',
    access: send,
    params: accountParams,
    body: strict(bulk),
    status: 202,
    reply: run,
  }),
  cancelRun: route({
    method: 'POST',
    path: '/api/accounts/:account/statement-runs/:run/cancel/',
    summary: 'Stop a run. What was sent stays sent',
    access: send,
    params: strict({ account: id, run: id }),
    body: strict({}).optional(),
    reply: run,
  }),
}
