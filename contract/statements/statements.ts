import { z } from 'zod'
import { msg } from '../../domain/languages/msg.ts'
import { STATEMENT_KINDS } from '../../domain/statements/statement-kind.ts'
import { agingFigures } from '../customers.ts'
import { route } from '../route.ts'
import { amount, currency, date, id, strict } from '../shapes.ts'

const kind = z.enum(STATEMENT_KINDS, msg('Choose a kind of statement.'))
const signed = z.string().describe('decimal string, negative for credit of the customer')
const staffRead = { kind: 'staff', right: 'statements.read' } as const

export const period = strict({
  from: date.describe('first day, in the account’s time zone'),
  to: date.describe('last day; today at the latest'),
  kind: kind.default('open_item'),
  currency: currency.optional().describe('the customer’s own without one'),
})
export type StatementQuery = z.output<typeof period>

const ownPeriod = period.extend({
  from: date.optional().describe('the first day of the month before the last day without one'),
  to: date.optional().describe('today without one'),
})
export type OwnStatementQuery = z.output<typeof ownPeriod>

const statement = z.object({
  customer: z.object({ pk: id, short_name: z.string() }),
  kind,
  currency: z.string(),
  currencies: z.array(z.string()).describe('in which the customer has entries'),
  from: date,
  to: date,
  is_empty: z.boolean().describe('no balance, no entry and nothing open'),
  opening: signed,
  closing: signed,
  owed: amount.describe('remaining of the open invoices at the end of the period'),
  credit: amount.describe('of the open credit memos'),
  unapplied: signed.describe('money received that settles no invoice yet'),
  lines: z
    .array(
      z.object({
        pk: id,
        kind: z.string(),
        date,
        description: z.string(),
        amount: signed.describe('zero when credit settles an invoice'),
        balance: signed.describe('after the entry'),
      }),
    )
    .describe('every entry of the period, the earliest first'),
  open_invoices: z
    .array(
      z.object({
        pk: id,
        number: z.string(),
        date,
        due_date: date,
        remaining: amount,
        days_past_due: z.number().int().describe('at the end of the period; negative while not yet due'),
      }),
    )
    .describe('the longest due first'),
  open_credits: z.array(
    z.object({
      pk: id,
      number: z.string(),
      received: z.boolean().describe('money received elsewhere, whose number says what it is'),
      date,
      remaining: amount,
    }),
  ),
  aging: agingFigures.describe('of the open invoices at the end of the period'),
})
export type StatementReply = z.output<typeof statement>

const ofCustomer = strict({ account: id, customer: id })

export const statements = {
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/customers/:customer/statement/',
    summary: 'Read a customer’s statement of any period',
    access: staffRead,
    params: ofCustomer,
    query: period,
    reply: statement,
  }),
  pdf: route({
    method: 'GET',
    path: '/api/accounts/:account/customers/:customer/statement/pdf/',
    summary: 'The statement as PDF',
    access: staffRead,
    params: ofCustomer,
    query: period,
    reply: 'file',
  }),
  csv: route({
    method: 'GET',
    path: '/api/accounts/:account/customers/:customer/statement/csv/',
    summary: 'The statement as CSV',
    access: staffRead,
    params: ofCustomer,
    query: period,
    reply: 'file',
  }),
  readOwn: route({
    method: 'GET',
    path: '/api/statement/',
    summary: 'Read the customer’s own statement of any period',
    access: { kind: 'customer' },
    query: ownPeriod,
    reply: statement,
  }),
  ownPdf: route({
    method: 'GET',
    path: '/api/statement/pdf/',
    summary: 'The customer’s own statement as PDF',
    access: { kind: 'customer' },
    query: ownPeriod,
    reply: 'file',
  }),
  ownCsv: route({
    method: 'GET',
    path: '/api/statement/csv/',
    summary: 'The customer’s own statement as CSV',
    access: { kind: 'customer' },
    query: ownPeriod,
    reply: 'file',
  }),
}
