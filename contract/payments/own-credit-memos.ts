import { z } from 'zod'
import { route } from '../route.ts'
import { amount, date, id, requestId, strict } from '../shapes.ts'

const ownCreditMemo = z.object({
  pk: id,
  number: z.string(),
  status: z.string().describe("'Open' or 'Applied'"),
  currency: z.string(),
  issued_on: date,
  reason: z.string(),
  received: z.boolean().describe('money received at the accounting platform, as the number says'),
  total: amount,
  remaining: amount,
  uses: z
    .array(z.object({ pk: id, invoice: z.object({ pk: id, number: z.string() }), amount, date }))
    .describe('on which invoices it is used'),
})

const oneMemo = strict({ memo: id })

export const ownCreditMemos = {
  read: route({
    method: 'GET',
    path: '/api/credit-memos/:memo/',
    summary: 'Read one of the customer’s credit memos with its uses',
    access: { kind: 'customer' },
    params: oneMemo,
    reply: ownCreditMemo,
  }),
  pdf: route({
    method: 'GET',
    path: '/api/credit-memos/:memo/pdf/',
    summary: 'Download one of the customer’s credit memos as PDF',
    access: { kind: 'customer' },
    params: oneMemo,
    reply: 'file',
  }),
  use: route({
    method: 'POST',
    path: '/api/credit-memos/:memo/use/',
    summary: 'Use a credit memo on one of the customer’s invoices, once for each `request_id`',
    access: { kind: 'customer' },
    params: oneMemo,
    body: strict({ invoice: id, amount, request_id: requestId }),
    reply: ownCreditMemo,
  }),
}
