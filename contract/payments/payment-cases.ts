import { z } from 'zod'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import {
  accountParams,
  amount,
  id,
  instant,
  listQuery,
  orderBy,
  paged,
  requiredText,
  strict,
} from '../shapes.ts'

/** Kinds that the daily comparison of processor and ledger opens, and closes when the difference is gone. */
const COMPARED_KINDS = [
  'charge_without_payment',
  'payment_without_charge',
  'amount',
  'currency',
  'refund_without_record',
  'record_without_refund',
] as const

/** Reasons why a person has to check a payment. */
const CASE_KINDS = [
  ...COMPARED_KINDS,
  'mismatch',
  'late_charge',
  'no_outcome',
  'refund_after_return',
  'event_unhandled',
  'card_testing',
] as const
export type CaseKind = (typeof CASE_KINDS)[number]
export type ComparedKind = (typeof COMPARED_KINDS)[number]

/** True when the daily comparison would find this difference again. */
export const isCompared = (kind: CaseKind): boolean => COMPARED_KINDS.some((compared) => compared === kind)

const money = z.object({ amount, currency: z.string() }).nullable()

/** A difference between processor and ledger that a person has to check. */
export const paymentCase = z.object({
  pk: id,
  id,
  kind: z.enum(CASE_KINDS),
  kind_display: z.string(),
  detail: z.string().describe('one sentence on what differs'),
  provider: z.string(),
  gateway_id: z.string().nullable(),
  payment: z.object({ pk: id, transaction_number: z.string() }).nullable(),
  booked: money.describe('what the ledger says'),
  observed: money.describe('what the processor says'),
  opened_at: instant,
  seen_at: instant.describe('when it was found last'),
  closed_at: instant.nullable(),
  note: z.string(),
})

/** Search, filter and order of the list. */
const caseMatch = {
  search: listQuery.search,
  state: z.enum(['open', 'closed', 'all'], 'state is open, closed or all.').default('open'),
  order_by: orderBy(['opened_at'], '-opened_at'),
}

const oneCase = strict({ account: id, case: id })

export const paymentCases = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/payment-cases/',
    summary: 'List payment cases: differences from the processors, and other issues to review',
    access: { kind: 'staff', right: 'payments.read' },
    params: accountParams,
    query: strict({ ...listQuery, ...caseMatch }),
    reply: paged(paymentCase),
  }),
  export: listExport('/api/accounts/:account/payment-cases/export/', 'Export payment cases', caseMatch),
  recheck: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-cases/:case/recheck/',
    summary: 'Check with the processor again, and close the case if nothing differs',
    access: { kind: 'staff', right: 'payments.post' },
    params: oneCase,
    body: strict({}).optional(),
    reply: paymentCase,
  }),
  close: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-cases/:case/close/',
    summary: 'Close a reviewed case',
    access: { kind: 'staff', right: 'payments.post' },
    params: oneCase,
    body: strict({ note: requiredText(500) }),
    reply: paymentCase,
  }),
}

export type PaymentCase = z.input<typeof paymentCase>
