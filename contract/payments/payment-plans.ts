import { z } from 'zod'
import { msg } from '../../domain/languages/msg.ts'
import { MAX_INSTALLMENTS, MAX_PLAN_DAYS, PLAN_INTERVALS } from '../../domain/payment-plans/plan-terms.ts'
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
  orderBy,
  paged,
  strict,
  text,
} from '../shapes.ts'
import {
  agreed,
  paymentPlan,
  paymentPlanRow,
  planFields,
  planInvoices,
  policy,
  portalPaymentPlan,
  proposal,
  signer,
} from './payment-plan-shapes.ts'

const REASON_MAX_LENGTH = 300

/** Search, filters and order of the list. */
const planMatch = {
  search: listQuery.search,
  state: z
    .enum(['live', 'proposed', 'confirmed', 'missed', 'defaulted', 'completed', 'canceled', 'all'])
    .default('live'),
  customer: id.optional(),
  invoice: id.optional(),
  order_by: orderBy(['next_due_date', 'created', 'customer', 'remaining', 'missed'], '-created'),
}
const PUBLIC_LIMIT = { limit: 60, windowSeconds: 60 } as const
const PAYER_LIMIT = { limit: 20, windowSeconds: 900 } as const
const read = { kind: 'staff', right: 'payment_plans.read' } as const
const write = { kind: 'staff', right: 'payment_plans.write' } as const

const onePlan = strict({ account: id, plan: id })
const payerInvoice = strict({ invoice: id })
const revision = z.number().int().describe('as read; a newer one is refused with conflict')
const token = text(200)
const whole = (min: number, max: number) =>
  z.number('Enter a number.').int('Enter a whole number.').min(min).max(max)

const offeredChoice = z.object({
  agreement_text: z.string().describe('what is agreed to, word for word'),
  interval: z.enum(PLAN_INTERVALS),
  count: z.number().int().describe('installments after the down payment'),
  installments: z.array(z.object({ due_date: date, amount, down_payment: z.boolean() })),
})

const offer = z.object({
  can_choose: z
    .boolean()
    .describe('false when the policy, another plan or a payment under way is in the way'),
  currency: z.string(),
  total: amount.describe('what the plan would cover, with its fee'),
  fee: amount.describe('added to the first installment and owed once the plan is agreed; 0 for none'),
  choices: z.array(offeredChoice).describe('each schedule that the policy allows'),
  may_charge_itself: z
    .boolean()
    .describe('the customer has a method for automatic payments, which can be charged for each installment'),
  why_not: z
    .string()
    .describe('a sentence for the payer; empty when they can choose, and when no plans are offered'),
})

export const paymentPlans = {
  ofCustomer: route({
    method: 'GET',
    path: '/api/payment-plans/',
    summary: 'List the customer’s payment plans, a row for each invoice',
    access: { kind: 'customer' },
    query: strict({
      ...listQuery,
      order_by: orderBy(
        ['number', 'total', 'remaining', 'date', 'days_past_due', 'payment_method', 'installments'],
        'date',
      ),
    }),
    reply: paged(portalPaymentPlan),
  }),
  readProposal: route({
    method: 'POST',
    path: '/api/payment-plan-proposal/',
    summary: 'Read the proposal of a confirmation link',
    access: { kind: 'public', host: 'either' },
    rateLimit: PUBLIC_LIMIT,
    body: strict({ token }),
    reply: proposal,
  }),
  confirm: route({
    method: 'POST',
    path: '/api/payment-plan-proposal/confirm/',
    summary: 'Confirm the proposal of a confirmation link',
    access: { kind: 'public', host: 'either' },
    rateLimit: PUBLIC_LIMIT,
    body: strict({
      token,
      revision: z.number().int(),
      total: amount.describe('as shown; refused with conflict when another amount is owed now'),
      name: signer,
      agreed,
      charges_itself: z.boolean().default(false),
    }),
    reply: proposal,
  }),
  readOffer: route({
    method: 'GET',
    path: '/api/invoices/:invoice/payment-plan-offer/',
    summary: 'Read the payment plans that a payer can choose for an invoice',
    access: { kind: 'payer' },
    params: payerInvoice,
    reply: offer,
  }),
  choose: route({
    method: 'POST',
    path: '/api/invoices/:invoice/payment-plan/',
    summary: 'Choose a payment plan for an invoice within the company’s policy',
    access: { kind: 'payer' },
    rateLimit: PAYER_LIMIT,
    params: payerInvoice,
    body: strict({
      interval: z.enum(PLAN_INTERVALS, msg('Choose how often you pay.')),
      count: whole(1, MAX_INSTALLMENTS),
      total: amount.describe('as shown; refused with conflict when another amount is owed now'),
      name: signer,
      agreed,
      charges_itself: z.boolean().default(false),
    }),
    reply: proposal,
  }),
  openProposal: route({
    method: 'POST',
    path: '/api/invoices/:invoice/payment-plan-proposal/',
    summary: 'Create a link to the emailed proposal of an invoice, as its payer',
    access: { kind: 'payer' },
    rateLimit: PAYER_LIMIT,
    params: payerInvoice,
    status: 201,
    reply: z.object({ url: z.string() }),
  }),
  export: listExport('/api/accounts/:account/payment-plans/export/', 'Export payment plans', planMatch),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/payment-plans/',
    summary: 'List payment plans by state, next due date and missed installments',
    access: read,
    params: accountParams,
    query: strict({ ...listQuery, ...planMatch }),
    reply: paged(paymentPlanRow).extend({
      counts: z.object({
        live: z.number().int(),
        proposed: z.number().int(),
        confirmed: z.number().int(),
        missed: z.number().int(),
        defaulted: z.number().int(),
        completed: z.number().int(),
        canceled: z.number().int(),
        all: z.number().int(),
      }),
    }),
  }),
  propose: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-plans/',
    summary: 'Propose a payment plan for one or several open invoices of a customer',
    access: write,
    params: accountParams,
    body: strict({
      ...planFields,
      invoices: planInvoices,
      email: z.boolean().default(true).describe('send the proposal to the customer'),
    }),
    status: 201,
    reply: paymentPlan,
  }),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/payment-plans/:plan/',
    summary: 'Read a payment plan',
    access: read,
    params: onePlan,
    reply: paymentPlan,
  }),
  update: route({
    method: 'PUT',
    path: '/api/accounts/:account/payment-plans/:plan/',
    summary: 'Change a proposal. Links to the former one end',
    access: write,
    params: onePlan,
    body: strict({ ...planFields, revision, email: z.boolean().default(true) }),
    reply: paymentPlan,
  }),
  send: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-plans/:plan/send/',
    summary: 'Email a proposal to its customer again',
    access: write,
    params: onePlan,
    reply: paymentPlan,
  }),
  createLink: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-plans/:plan/link/',
    summary: 'Create a link by which a proposal is confirmed',
    access: write,
    params: onePlan,
    status: 201,
    reply: z.object({ url: z.string(), expires_at: instant }),
  }),
  cancel: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-plans/:plan/cancel/',
    summary: 'Cancel a payment plan. What remains is due as its invoices say',
    access: write,
    params: onePlan,
    body: strict({ reason: line(REASON_MAX_LENGTH).default('') }),
    reply: paymentPlan,
  }),
  agreement: route({
    method: 'GET',
    path: '/api/accounts/:account/payment-plans/:plan/agreement/',
    summary: 'The agreement of a confirmed payment plan as PDF',
    access: read,
    params: onePlan,
    reply: 'file',
  }),
  readPolicy: route({
    method: 'GET',
    path: '/api/accounts/:account/payment-plan-policy/',
    summary: 'Read which payment plans customers may choose by themselves',
    access: read,
    params: accountParams,
    reply: policy,
  }),
  updatePolicy: route({
    method: 'PUT',
    path: '/api/accounts/:account/payment-plan-policy/',
    summary: 'Change which payment plans customers may choose by themselves',
    access: { kind: 'staff', right: 'settings.write' },
    params: accountParams,
    body: strict({
      customers_may_choose: z.boolean(),
      min_amount: amount,
      max_installments: whole(2, MAX_INSTALLMENTS),
      max_days: whole(7, MAX_PLAN_DAYS),
      down_payment_percent: whole(0, 90),
      intervals: z.array(z.enum(PLAN_INTERVALS)).min(1, 'Choose at least one.').max(PLAN_INTERVALS.length),
      grace_days: whole(0, 60),
      fee: amount.default('').describe('empty for none'),
    }),
    reply: policy,
  }),
}
