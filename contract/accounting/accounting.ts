import { z } from 'zod'
import { route } from '../route.ts'
import {
  accountParams,
  id,
  instant,
  line,
  listQuery,
  orderBy,
  paged,
  requiredText,
  strict,
  text,
} from '../shapes.ts'
import { conflictRoutes } from './conflicts.ts'
import { accountingFeatures, SIMULATED, SYNC_STATUSES } from './shapes.ts'

const LIMIT = { limit: 30, windowSeconds: 15 * 60 }
const platformParams = accountParams.extend({ provider: z.string().regex(/^[a-z][a-z0-9_-]{1,39}$/) })

const syncStatus = z.object({
  sync_status: z.enum(SYNC_STATUSES),
  last_sync: instant.nullable(),
  last_sync_delta: z.number().int().nullable().describe('seconds since the last sync'),
  provider: z.string().nullable(),
  name: z.string().nullable().describe('of the platform; null without a connection'),
  connected: z.boolean(),
  first: z.boolean().describe('the first reading is not complete yet'),
  first_sync_delta: z
    .number()
    .int()
    .nullable()
    .describe('seconds since the first reading was complete; null before'),
  progress: z
    .object({
      phase: z.string().describe('what is read now'),
      done: z.number().int().describe('records read of it'),
      total: z.number().int().nullable().describe('number of records, where the platform reports it'),
    })
    .nullable(),
  failure: z.string().nullable().describe('why the last attempt stopped, and what to do'),
  conflicts: z.number().int().describe('differences that wait for a decision'),
  undecided: z
    .number()
    .int()
    .describe(
      'of these, differences of a move to other books. Until they are decided, nothing is collected by schedule or posted',
    ),
})

const connection = z.object({
  provider: z.string(),
  name: z.string().describe('of the platform'),
  sandbox: z.boolean(),
  status: z.enum(['available', 'connected', 'disconnected']),
  company: z.string(),
  connected: instant.nullable(),
  ended: instant.nullable(),
  ended_by: z.enum(['staff', 'platform']).nullable(),
  features: accountingFeatures,
  last_event: instant.nullable().describe('when the platform last reported a change by webhook'),
  deposit_account: z
    .string()
    .describe('the platform’s id of the account that takes payments; empty for its default'),
  fee_item: z.string().describe('the platform’s id of the item for late fees; empty for its default'),
  fee_tax_code: z.string().describe('the platform’s id of the tax code of late fees; empty for none'),
  surcharge_item: z
    .string()
    .describe('the platform’s id of the item for surcharges; empty where they are not posted'),
  read: z.object({
    customers: z.number().int(),
    invoices: z.number().int(),
    credit_memos: z.number().int(),
    payments: z.number().int(),
  }),
  posted: z.number().int().describe('payments and credits that are posted'),
  waiting: z.number().int().describe('payments and credits that wait to be posted'),
  by_hand: z.number().int().describe('payments and credits that a person enters there'),
  undecided: z
    .number()
    .int()
    .describe(
      'differences of a move from other books. Until they are decided, nothing is collected by schedule or posted',
    ),
})

const choice = z.object({ pk: z.string(), id: z.string(), name: z.string(), detail: z.string() })

const sync = z.object({
  pk: id,
  platform: z.string().describe('its name'),
  company: z.string().describe('the company there'),
  started: instant,
  finished: instant.nullable(),
  full: z.boolean().describe('everything was read, not only changes'),
  customers: z.number().int(),
  invoices: z.number().int(),
  credit_memos: z.number().int(),
  payments: z.number().int(),
  posted: z.number().int(),
  removed: z
    .number()
    .int()
    .describe('posted records that were removed there again, also to post them changed'),
  failure: z.string().nullable(),
})

const record = z.object({
  platform: z.string().describe('its name'),
  company: z.string().describe('the company there'),
  url: z.string().describe('its page there; empty where it has none'),
  connected: z.boolean().describe('false for former books, which are not read any more'),
})

export const accounting = {
  syncStatus: route({
    method: 'GET',
    path: '/api/accounts/:account/sync-status/',
    summary: 'Read when the accounting platform was last read, and how far a sync is',
    access: { kind: 'staff', right: 'accounting.read' },
    params: accountParams,
    reply: syncStatus,
  }),
  sync: route({
    method: 'POST',
    path: '/api/accounts/:account/sync/',
    summary: 'Sync with the accounting platform now',
    access: { kind: 'staff', right: 'accounting.sync' },
    rateLimit: { limit: 60, windowSeconds: 15 * 60 },
    params: accountParams,
    reply: syncStatus,
  }),
  listSyncs: route({
    method: 'GET',
    path: '/api/accounts/:account/syncs/',
    summary: 'List the syncs, latest first',
    access: { kind: 'staff', right: 'accounting.read' },
    params: accountParams,
    query: strict({ ...listQuery, order_by: orderBy(['started'], '-started') }),
    reply: paged(sync),
  }),
  readRecord: route({
    method: 'GET',
    path: '/api/accounts/:account/accounting-record/',
    summary: 'Read which books have a customer, an invoice or a credit memo, and its page there',
    access: { kind: 'staff', right: 'accounting.read' },
    params: accountParams,
    query: strict({ kind: z.enum(['customer', 'invoice', 'credit_memo']), record: id }),
    reply: z.object({ record: record.nullable().describe('null for one that no books have') }),
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/accounting-connections/',
    summary: 'List the accounting platforms that can be connected, with the company’s connections',
    access: { kind: 'staff', right: 'accounting.read' },
    params: accountParams,
    reply: z.array(connection),
  }),
  start: route({
    method: 'POST',
    path: '/api/accounts/:account/accounting-connections/:provider/start/',
    summary: 'Connect a platform, or get its page where a person does',
    access: { kind: 'staff', right: 'accounting.connect' },
    rateLimit: LIMIT,
    params: platformParams,
    query: strict({
      moves: z
        .literal('true')
        .optional()
        .describe('the account moves to these books from others, whose records are recognized in them'),
    }),
    reply: z.object({ url: z.string().nullable().describe('null where the platform is connected already') }),
  }),
  finish: route({
    method: 'POST',
    path: '/api/accounts/:account/accounting-connections/:provider/finish/',
    summary: 'Finish a connection with what the platform sent back',
    access: { kind: 'staff', right: 'accounting.connect' },
    rateLimit: LIMIT,
    params: platformParams,
    body: strict({ code: requiredText(2000), realm_id: text(100).default(''), state: requiredText(2000) }),
    reply: connection,
  }),
  disconnect: route({
    method: 'POST',
    path: '/api/accounts/:account/accounting-connections/:provider/disconnect/',
    summary: 'End a connection, here and at the platform. What was read stays',
    access: { kind: 'staff', right: 'accounting.connect' },
    rateLimit: LIMIT,
    params: platformParams,
    reply: connection,
  }),
  update: route({
    method: 'PATCH',
    path: '/api/accounts/:account/accounting-connections/:provider/',
    summary: 'Choose where payments are posted to, and the items of late fees and surcharges',
    access: { kind: 'staff', right: 'accounting.connect' },
    params: platformParams,
    body: strict({
      deposit_account: line(100).optional(),
      fee_item: line(100).optional(),
      fee_tax_code: line(100).optional(),
      surcharge_item: line(100).optional(),
    }),
    reply: connection,
  }),
  simulate: route({
    method: 'POST',
    path: '/api/accounts/:account/accounting-connections/:provider/simulate/',
    summary: 'Simulate a change in the Sandbox books',
    access: { kind: 'staff', right: 'accounting.connect' },
    rateLimit: { limit: 60, windowSeconds: 15 * 60 },
    params: platformParams,
    body: strict({ what: z.enum(SIMULATED, 'Choose what happens.') }),
    reply: z.object({ happened: z.array(z.string()) }),
  }),
  taxCodes: route({
    method: 'GET',
    path: '/api/accounts/:account/accounting-connection-tax-codes/',
    summary: 'List the tax codes of the accounting platform',
    access: { kind: 'staff', right: 'accounting.read' },
    params: accountParams,
    reply: z.array(choice),
  }),
  items: route({
    method: 'GET',
    path: '/api/accounts/:account/accounting-connection-items/',
    summary: 'List the items of the accounting platform',
    access: { kind: 'staff', right: 'accounting.read' },
    params: accountParams,
    reply: z.array(choice),
  }),
  bookAccounts: route({
    method: 'GET',
    path: '/api/accounts/:account/accounting-connection-accounts/',
    summary: 'List the accounts in the accounting platform’s books',
    access: { kind: 'staff', right: 'accounting.read' },
    params: accountParams,
    reply: z.array(choice),
  }),
  webhook: route({
    method: 'POST',
    path: '/api/accounting-webhooks/:provider/',
    summary:
      'Receive a webhook of an accounting platform. The signature of the installation’s key verifies it',
    access: { kind: 'signed' },
    rateLimit: { limit: 3000, windowSeconds: 60 },
    params: strict({ provider: z.string().regex(/^[a-z][a-z0-9_-]{1,39}$/) }),
    body: { raw: ['application/json'], maxBytes: 512 * 1024 },
    reply: 'nothing',
    status: 200,
  }),
  ...conflictRoutes,
}
