import { z } from 'zod'
import { PLAN_GROUPS } from '../../domain/accounts/plans.ts'
import { SUBSCRIPTION_STATUSES } from '../../domain/accounts/subscription.ts'
import { route } from '../route.ts'
import {
  accountParams,
  amount,
  currency,
  id,
  instant,
  line,
  listQuery,
  paged,
  requiredLine,
  strict,
} from '../shapes.ts'
import { plan } from './plan.ts'

const invoice = z.object({
  pk: id,
  number: z.string(),
  status: z.enum(['open', 'paid', 'uncollectible', 'void']),
  description: z.string(),
  amount,
  currency,
  issued: instant,
  document_url: z.string().nullable().describe('the invoice at the payment service, with its PDF'),
})

const billingState = z.object({
  provider: z
    .object({ name: z.string(), live: z.boolean().describe('false where no money moves') })
    .nullable()
    .describe('null where no plans are sold'),
  group: z.enum(PLAN_GROUPS).describe('decides which plans the account may choose'),
  plan: plan.nullable(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  has_subscription: z.boolean().describe('a subscription runs at the payment service'),
  renews: instant.nullable().describe('end of the paid month'),
  ends_with_period: z.boolean().describe('canceled; access lasts until `renews`'),
  unpaid: z
    .object({ amount, currency })
    .nullable()
    .describe('an invoice that the card on file could not pay'),
  invoices: z.array(invoice).describe('from Quittance, newest first'),
})

const cost = z.object({
  plan,
  at: instant.describe('the instant of this cost; a change names it again'),
  due_today: amount,
  credit: amount.describe('kept for the next invoices'),
  next_amount: amount,
  next: instant,
  currency,
})

const LIMIT = { limit: 60, windowSeconds: 15 * 60 }
const write = { kind: 'staff', right: 'billing.write' } as const
const base = '/api/accounts/:account/billing' as const
const chosen = strict({ plan: id })
const pages = strict({ page: listQuery.page, page_size: listQuery.page_size })
const place = z.object({ url: z.string().describe('a page to open') })

/** Calls about Quittance's own plans. */
export const billing = {
  listPlans: route({
    method: 'GET',
    path: '/api/plans/',
    summary: 'List the catalogue of plans',
    access: { kind: 'user' },
    query: pages,
    reply: paged(plan),
  }),
  readPlan: route({
    method: 'GET',
    path: '/api/plans/:plan/',
    summary: 'Read a plan of the catalogue',
    access: { kind: 'user' },
    // Everybody's, so no id of somebody's record.
    params: strict({ plan: line(40) }),
    reply: plan,
  }),
  listAccountPlans: route({
    method: 'GET',
    path: '/api/account-plans/',
    summary: 'List the plans that this account may choose',
    access: { kind: 'staff', right: 'plans.read' },
    query: pages,
    reply: paged(plan),
  }),
  read: route({
    method: 'GET',
    path: `${base}/`,
    summary: 'Read the account’s subscription and its invoices from Quittance',
    access: { kind: 'staff', right: 'billing.read' },
    params: accountParams,
    reply: billingState,
  }),
  refresh: route({
    method: 'POST',
    path: `${base}/refresh/`,
    summary: 'Read the subscription again at the payment service, as after its page',
    access: { kind: 'staff', right: 'billing.read' },
    rateLimit: LIMIT,
    params: accountParams,
    reply: billingState,
  }),
  preview: route({
    method: 'POST',
    path: `${base}/preview/`,
    summary: 'Ask what a change to another plan costs today',
    access: write,
    rateLimit: LIMIT,
    params: accountParams,
    body: chosen,
    reply: cost,
  }),
  checkout: route({
    method: 'POST',
    path: `${base}/checkout/`,
    summary: 'Get the page on which a subscription begins',
    access: write,
    rateLimit: LIMIT,
    params: accountParams,
    body: chosen,
    reply: place,
  }),
  change: route({
    method: 'POST',
    path: `${base}/change/`,
    summary: 'Change the plan for the cost that was shown',
    access: write,
    rateLimit: LIMIT,
    params: accountParams,
    body: strict({ plan: id, at: z.iso.datetime('Not an instant.'), due_today: amount }),
    reply: billingState,
  }),
  cancel: route({
    method: 'POST',
    path: `${base}/cancel/`,
    summary: 'End the subscription with the paid month',
    access: write,
    rateLimit: LIMIT,
    params: accountParams,
    reply: billingState,
  }),
  resume: route({
    method: 'POST',
    path: `${base}/resume/`,
    summary: 'Take back a cancellation before the month ends',
    access: write,
    rateLimit: LIMIT,
    params: accountParams,
    reply: billingState,
  }),
  pay: route({
    method: 'POST',
    path: `${base}/pay/`,
    summary: 'Charge the card on file for the unpaid invoice',
    access: write,
    rateLimit: LIMIT,
    params: accountParams,
    body: strict({ amount }),
    reply: billingState,
  }),
  portal: route({
    method: 'POST',
    path: `${base}/portal/`,
    summary: 'Get the page on which the card is changed',
    access: write,
    rateLimit: LIMIT,
    params: accountParams,
    reply: place,
  }),
  enterTestCard: route({
    method: 'POST',
    path: `${base}/test-card/`,
    summary: 'Enter a test card of the Sandbox and, with a plan, begin the subscription',
    access: write,
    rateLimit: LIMIT,
    params: accountParams,
    body: strict({ number: requiredLine(30), plan: id.optional() }),
    reply: billingState,
  }),
  exportInvoices: route({
    method: 'POST',
    path: `${base}/invoices/export/`,
    summary: 'Export the invoices from Quittance as CSV',
    access: { kind: 'staff', right: 'billing.read' },
    params: accountParams,
    reply: 'file',
  }),
  invoicePdf: route({
    method: 'GET',
    path: `${base}/invoices/:invoice/pdf/`,
    summary: 'The invoice from Quittance as PDF',
    access: { kind: 'staff', right: 'billing.read' },
    params: strict({ account: id, invoice: id }),
    reply: 'file',
  }),
  webhook: route({
    method: 'POST',
    path: '/api/billing-webhooks/:provider/',
    summary: 'Receive a notification of the payment service. Its signing secret verifies it',
    access: { kind: 'signed' },
    rateLimit: { limit: 600, windowSeconds: 60 },
    params: strict({ provider: line(20) }),
    body: { raw: ['application/json'], maxBytes: 512 * 1024 },
    reply: z.object({ received: z.literal(true) }),
  }),
}
