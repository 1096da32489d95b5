import { z } from 'zod'
import { FEE_EXEMPTIONS } from '../../domain/late-fees/decide-fee.ts'
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
  paged,
  requiredLine,
  strict,
} from '../shapes.ts'

const MAX_WAIVED_AT_ONCE = 200
const WAIVER_REASON_MAX_LENGTH = 300
const read = { kind: 'staff', right: 'late_fees.read' } as const
const waive = { kind: 'staff', right: 'late_fees.waive' } as const

export const invoiceOfFee = z.object({ pk: id, number: z.string() })
export const customerOfFee = z.object({ pk: id, short_name: z.string() })

const upcoming = z.object({
  invoice: invoiceOfFee,
  customer: customerOfFee,
  rule: z.object({ pk: id, name: z.string() }),
  currency: z.string(),
  remaining: amount,
  day: date,
  amount: amount.nullable().describe('if nobody pays until then; null while it is held back'),
  held: z.enum(FEE_EXEMPTIONS).nullable().describe('why it is held back'),
})

const fee = z.object({
  pk: id,
  invoice: invoiceOfFee,
  customer: customerOfFee,
  rule: z.object({ pk: id, name: z.string() }).nullable().describe('null for the fee of a payment plan'),
  payment_plan: id.nullable().describe('the plan that charged it'),
  text: z.string(),
  currency: z.string(),
  day: date.describe('day of its period'),
  charged_on: date,
  amount,
  waived: amount,
  waived_at: instant.nullable(),
  waived_because: z.string(),
  waived_by: z.string().nullable().describe('null when the product waived it, and for people who left'),
  paid_before: date
    .nullable()
    .describe('day of a payment that was recorded later, before the fee was due: waive it?'),
})

const feeMatch = {
  customer: id.optional(),
  ...filters({ charged_on: 'date', amount: 'amount' }),
  state: z
    .enum(['charged', 'waived', 'proposed'])
    .default('charged')
    .describe('charged and not waived; waived; or charged although a payment came before'),
}

export const lateFees = {
  upcoming: route({
    method: 'GET',
    path: '/api/accounts/:account/late-fees/upcoming/',
    summary: 'List the fees of the next 30 days',
    access: read,
    params: accountParams,
    query: strict({ page: listQuery.page, page_size: listQuery.page_size }),
    reply: paged(upcoming),
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/late-fees/',
    summary: 'List late fees and fees of payment plans, the newest first',
    access: read,
    params: accountParams,
    query: strict({ page: listQuery.page, page_size: listQuery.page_size, ...feeMatch }),
    reply: paged(fee),
  }),
  export: listExport('/api/accounts/:account/late-fees/export/', 'Export late fees', feeMatch),
  exportUpcoming: listExport(
    '/api/accounts/:account/late-fees/upcoming/export/',
    'Export the fees of the next 30 days',
    {},
  ),
  waive: route({
    method: 'POST',
    path: '/api/accounts/:account/late-fees/waive/',
    summary: 'Waive the unpaid part of fees',
    access: waive,
    params: accountParams,
    body: strict({
      fees: z
        .array(id)
        .min(1, 'Choose a late fee.')
        .max(MAX_WAIVED_AT_ONCE, `At most ${MAX_WAIVED_AT_ONCE} at once.`),
      reason: requiredLine(WAIVER_REASON_MAX_LENGTH),
    }),
    reply: z.object({
      waived: z.array(z.object({ pk: id, amount })),
      kept: z.array(z.object({ pk: id, detail: z.string() })),
    }),
  }),
  undoWaiver: route({
    method: 'POST',
    path: '/api/accounts/:account/late-fees/:fee/undo-waiver/',
    summary: 'Charge a waived fee again',
    access: waive,
    params: strict({ account: id, fee: id }),
    reply: z.object({ detail: z.string() }),
  }),
}
