import { z } from 'zod'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import { accountParams, amount, date, id, instant, listQuery, paged, strict } from '../shapes.ts'

export const payout = z.object({
  pk: id,
  provider: z.string(),
  gateway_id: z.string(),
  status: z.enum(['on_its_way', 'paid', 'failed']),
  status_display: z.string(),
  currency: z.string(),
  amount: amount.describe('what arrives: the lines less their fees'),
  fees: amount,
  arrives_on: date,
})

const payoutDetail = payout.extend({
  booked: z
    .object({
      on: date,
      bank: amount.describe('of our payments, less fees'),
      fees: amount,
    })
    .nullable()
    .describe(
      'its ledger entry; null before it arrives, after it failed, and where it holds none of our payments',
    ),
  lines: z
    .array(
      z.object({
        kind: z.enum(['payment', 'refund', 'dispute', 'fee', 'other']),
        kind_display: z.string(),
        date,
        payment: z.object({ pk: id, transaction_number: z.string() }).nullable(),
        customer: z.string().describe('empty for a line without a payment'),
        gross: amount,
        fee: amount,
        net: amount,
      }),
    )
    .describe('at most 5000, oldest first'),
})

export type Payout = z.output<typeof payout>
export type PayoutDetail = z.output<typeof payoutDetail>

const onePayout = strict({ account: id, payout: id })
const { page, page_size } = listQuery

export const payouts = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/payouts/',
    summary: 'List payouts of the processors to the bank, the latest arrival first',
    access: { kind: 'staff', right: 'payments.read' },
    params: accountParams,
    query: strict({ page, page_size }),
    reply: paged(payout).extend({
      silent: z.array(z.string()).describe('names of connected processors that don’t tell what they pay out'),
      seen_at: instant.nullable().describe('when the processors were asked last'),
    }),
  }),
  export: listExport('/api/accounts/:account/payouts/export/', 'Export payouts', {}),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/payouts/:payout/',
    summary: 'Read a payout with its payments, refunds, disputes and fees',
    access: { kind: 'staff', right: 'payments.read' },
    params: onePayout,
    reply: payoutDetail,
  }),
  file: route({
    method: 'POST',
    path: '/api/accounts/:account/payouts/:payout/csv/',
    summary: 'Export a payout’s lines as CSV',
    access: { kind: 'staff', right: 'export.read' },
    params: onePayout,
    reply: 'file',
    rateLimit: { limit: 20, windowSeconds: 60 },
  }),
}
