import { z } from 'zod'
import { account } from '../accounts.ts'
import { customerDetail } from '../customers.ts'
import { route } from '../route.ts'
import { accountParams, id, instant, line, requestId, strict } from '../shapes.ts'

const owner = { kind: 'staff', right: 'company.delete', keys: 'never' } as const

const dataExport = z.object({
  pk: id,
  state: z.enum(['running', 'done', 'failed']),
  with_pdfs: z.boolean(),
  done: z.number().int().describe('lists, tables and documents written so far'),
  total: z.number().int(),
  bytes: z.number().int(),
  failure: z.string().nullable(),
  started_at: instant,
  finished_at: instant.nullable(),
  kept_until: instant
    .nullable()
    .describe('the archive can be downloaded until then; null while and once there is none'),
})

/** Everything that an account has: to take away, to end, and to erase of one customer. */
export const accountData = {
  listExports: route({
    method: 'GET',
    path: '/api/accounts/:account/data-exports/',
    summary: 'List the last exports of everything, the latest first',
    access: owner,
    params: accountParams,
    reply: z.object({ exports: z.array(dataExport) }),
  }),
  startExport: route({
    method: 'POST',
    path: '/api/accounts/:account/data-exports/',
    summary: 'Start an export of everything as one archive. `request_id` is the idempotency key',
    access: owner,
    params: accountParams,
    body: strict({ with_pdfs: z.boolean().default(true), request_id: requestId }),
    status: 202,
    reply: dataExport,
    rateLimit: { limit: 10, windowSeconds: 3600 },
  }),
  downloadExport: route({
    method: 'POST',
    path: '/api/accounts/:account/data-exports/:export/archive/',
    summary: 'Download the archive of an export. The download is in the audit log',
    access: owner,
    params: strict({ account: id, export: id }),
    body: strict({}),
    reply: 'file',
    rateLimit: { limit: 20, windowSeconds: 60 },
  }),
  close: route({
    method: 'POST',
    path: '/api/accounts/:account/close/',
    summary: 'Close the account. It can be reopened for 30 days; then everything is deleted',
    access: owner,
    params: accountParams,
    body: strict({ name: line(200).describe('the company’s name') }),
    reply: account,
  }),
  reopen: route({
    method: 'POST',
    path: '/api/accounts/:account/reopen/',
    summary: 'Reopen a closed account',
    access: owner,
    params: accountParams,
    body: strict({}),
    reply: account,
  }),
  eraseCustomer: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/erase/',
    summary: 'Erase a customer’s personal data. Invoices, payments and the ledger stay',
    access: owner,
    params: strict({ account: id, customer: id }),
    body: strict({ name: line(200).describe('the customer’s name') }),
    reply: customerDetail,
  }),
}
