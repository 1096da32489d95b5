import { z } from 'zod'
import { filters } from '../filters.ts'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import {
  accountParams,
  amount,
  date,
  id,
  instant,
  listQuery,
  orderBy,
  paged,
  requestId,
  requiredText,
  strict,
  text,
} from '../shapes.ts'

const creditMemo = z.object({
  pk: id,
  id,
  number: z.string(),
  status: z.string().describe("'Open', 'Applied' or 'Void'"),
  customer: z.object({ pk: id, short_name: z.string() }),
  currency: z.string(),
  issued_on: date,
  reason: z.string(),
  kept_after_move: z
    .boolean()
    .describe('true when no connected books have it since the account moved to others: it is voided here'),
  received: z
    .boolean()
    .describe('money received at the accounting platform, as the number says, instead of a document'),
  total: amount,
  total_amount: amount,
  remaining: amount,
  remaining_credit: amount,
})

const creditMemoDetail = creditMemo.extend({
  applications: z.array(
    z.object({
      pk: id,
      invoice: z.object({ pk: id, number: z.string() }),
      amount,
      applied_at: instant,
      unapplied_at: instant.nullable(),
    }),
  ),
})

const oneMemo = strict({ account: id, memo: id })
const creditsWrite = { kind: 'staff', right: 'credits.write' } as const

/** Search, filter and order of the list. */
const memoMatch = {
  search: listQuery.search,
  customer: id.optional(),
  ...filters({ issued_on: 'date', total: 'amount', remaining: 'amount', currency: 'text' }),
  order_by: orderBy(['number', 'issued_on', 'total', 'remaining', 'customer'], '-issued_on'),
}

export const creditMemos = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/credit-memos/',
    summary: 'Credit memos',
    access: { kind: 'staff', right: 'invoices.read' },
    params: accountParams,
    query: strict({ ...listQuery, ...memoMatch }),
    reply: paged(creditMemo),
  }),
  export: listExport('/api/accounts/:account/credit-memos/export/', 'Export credit memos', memoMatch),
  issue: route({
    method: 'POST',
    path: '/api/accounts/:account/credit-memos/',
    summary: 'Issue a credit memo',
    access: creditsWrite,
    params: accountParams,
    body: strict({
      customer: id,
      number: requiredText(40).optional(),
      issued_on: date,
      total: amount,
      reason: text(1000).default(''),
      email: z
        .boolean()
        .default(true)
        .describe('email it to the customer with its PDF; nothing is sent when they have no address'),
      request_id: requestId,
    }),
    status: 201,
    reply: creditMemoDetail,
  }),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/credit-memos/:memo/',
    summary: 'Read a credit memo with its applications',
    access: { kind: 'staff', right: 'invoices.read' },
    params: oneMemo,
    reply: creditMemoDetail,
  }),
  apply: route({
    method: 'POST',
    path: '/api/accounts/:account/credit-memos/:memo/apply/',
    summary: 'Apply a credit memo to an invoice of the same customer',
    access: { ...creditsWrite, stepUp: true },
    params: oneMemo,
    body: strict({ invoice: id, amount, request_id: requestId }),
    reply: creditMemoDetail,
  }),
  unapply: route({
    method: 'POST',
    path: '/api/accounts/:account/credit-memos/:memo/unapply/',
    summary: 'Unapply a credit memo',
    access: creditsWrite,
    params: oneMemo,
    body: strict({ application: id }),
    reply: creditMemoDetail,
  }),
  void: route({
    method: 'POST',
    path: '/api/accounts/:account/credit-memos/:memo/void/',
    summary: 'Void an unapplied credit memo',
    access: creditsWrite,
    params: oneMemo,
    body: strict({}).optional(),
    reply: creditMemoDetail,
  }),
  pdf: route({
    method: 'GET',
    path: '/api/accounts/:account/credit-memos/:memo/pdf/',
    summary: 'The credit memo as PDF',
    access: { kind: 'staff', right: 'invoices.read' },
    params: oneMemo,
    reply: 'file',
  }),
}
