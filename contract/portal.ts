import { z } from 'zod'
import { DATE_FORMATS } from '../domain/dates/calendar.ts'
import { otherWays, payerCompany } from './accounts/company-look.ts'
import { invoiceRow } from './invoices.ts'
import { invoiceLateFee } from './late-fees/invoice-late-fee.ts'
import { autoPayments } from './payments/auto-payments.ts'
import { dues } from './payments/dues.ts'
import { portalPaymentPlan } from './payments/payment-plan-shapes.ts'
import { paymentOption, storedMethod } from './payments/payment-shapes.ts'
import { planOfPayer } from './payments/plan-of-invoice.ts'
import { allAccounts, movedTo } from './portal-access/customers-of-login.ts'
import { route } from './route.ts'
import {
  amount,
  date,
  email,
  id,
  instant,
  language,
  listQuery,
  orderBy,
  paged,
  productText,
  strict,
  text,
} from './shapes.ts'
import { answerOffer } from './worklist/answers.ts'

const portalInvoice = invoiceRow.omit({ customer: true, sent_at: true, viewed_at: true, state: true })

const portalCreditMemo = z.object({
  pk: id,
  number: z.string(),
  status: productText,
  currency: z.string(),
  total: amount,
  total_amount: amount,
  remaining: amount,
  remaining_credit: amount,
})

export const customerAccount = z.object({
  pk: id,
  short_name: z.string(),
  company_name: z.string(),
  language: language.nullable().describe('of the customer’s pages and emails; null when none was chosen'),
  billing_address: z.string(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  currency: z.string(),
  current_owed: amount,
  up_to_30_days_past_due_owed: amount,
  up_to_60_days_past_due_owed: amount,
  up_to_90_days_past_due_owed: amount,
  more_than_90_days_past_due_owed: amount,
  total_owed: amount,
  total_paid: amount,
  unpaid_invoices_count: z.number().int(),
  latest_invoices: z.array(portalInvoice),
  moved_to: movedTo,
  dues,
})

const preferences = z.object({
  embed: z.boolean(),
  date_format: z.enum(DATE_FORMATS),
  legacy: z.boolean().describe('the older portal, whose tables have 5, 10 or 20 rows'),
  company: payerCompany,
})

const creditMemos = paged(portalCreditMemo)

/** An invoice as its payers see it: the minimum that a pay link needs. */
export const payLinkInvoice = z.object({
  pk: id,
  number: z.string(),
  url: z.string(),
  currency: z.string(),
  total: amount,
  remaining: amount,
  paid: amount,
  credited: amount,
  in_flight: amount.describe('on its way: paid, and not yet arrived'),
  invoice_date: date,
  due_date: date,
  days_past_due: z.number().int(),
  status: productText,
  lines: z.array(
    z.object({
      description: z.string(),
      detail: z.string(),
      quantity: z.string(),
      unit_price: amount,
      discount: z.string().describe('percent'),
      amount,
    }),
  ),
  tax: amount,
  taxes: z.array(z.object({ name: z.string(), rate: z.string(), amount })),
  late_fees: z
    .array(invoiceLateFee.omit({ pk: true, waived: true }))
    .describe('added to the total after the invoice was due'),
  discount: amount.describe('taken off the lines together; their amounts are after it'),
  subtotal: amount.describe('of the lines before their discounts'),
  notes: z.string().describe('empty on a pay link'),
  date_format: z.enum(DATE_FORMATS),
  payments: z.number().int().describe('how many were made or are under way'),
  stored_methods: z.boolean().describe('true when a stored method exists'),
  company: payerCompany.extend({ terms: z.string().describe('terms of sale') }),
  other_ways: otherWays,
  portal_url: z.string(),
  answers: answerOffer,
  payment_plan: planOfPayer.nullable().describe('a proposal from when it was emailed'),
})

const oneCustomer = strict({ account: id, customer: id })
const portalDetails = z.object({
  customer: id,
  email: z.string(),
  invite_accepted: z.boolean(),
  invited_at: instant.nullable(),
  portal_url: z.string(),
})
const done = z.object({ detail: productText })
const INVITE_THROTTLE = { limit: 120, windowSeconds: 900 } as const

export const portal = {
  preferences: route({
    method: 'GET',
    path: '/api/preferences/',
    summary: 'Read the portal company’s name, logo and embedding',
    access: { kind: 'public', host: 'company' },
    rateLimit: { limit: 600, windowSeconds: 60 },
    reply: preferences,
  }),
  home: route({
    method: 'GET',
    path: '/api/portal-home/',
    summary: 'Read everything the portal opens with, as the separate calls return it',
    access: { kind: 'customer' },
    reply: z.object({
      preferences,
      account: customerAccount,
      all_accounts: allAccounts.describe('the first hundred'),
      credit_memos: creditMemos.describe('the latest five'),
      payment_methods: z.array(storedMethod),
      auto_payments: autoPayments.read.reply,
      payment_plans: paged(portalPaymentPlan).describe('the five whose invoices are due first'),
    }),
  }),
  account: route({
    method: 'GET',
    path: '/api/account/',
    summary: 'Read the logged-in customer and what they owe',
    access: { kind: 'customer' },
    reply: customerAccount,
  }),
  chooseLanguage: route({
    method: 'PUT',
    path: '/api/account/language/',
    summary: 'Choose the language of the customer’s emails, documents and pages',
    access: { kind: 'customer' },
    body: strict({ language: language.nullable().describe('null for the company’s') }),
    reply: z.object({ language: language.nullable() }),
  }),
  allAccounts: route({
    method: 'GET',
    path: '/api/all-accounts/',
    summary: 'List the customers this user can switch between',
    access: { kind: 'customer' },
    query: strict(listQuery),
    reply: allAccounts,
  }),
  invoices: route({
    method: 'GET',
    path: '/api/invoices/',
    summary: 'List the customer’s invoices',
    access: { kind: 'customer' },
    query: strict({
      ...listQuery,
      order_by: orderBy(['number', 'due_date', 'total', 'remaining', 'invoice_date'], '-invoice_date'),
    }),
    reply: paged(portalInvoice).extend({
      is_cut: z.boolean().describe('whether a search of very many invoices stopped at 500 matches'),
    }),
  }),
  creditMemos: route({
    method: 'GET',
    path: '/api/credit-memos/',
    summary: 'List the customer’s credit memos',
    access: { kind: 'customer' },
    query: strict({
      ...listQuery,
      order_by: orderBy(['number', 'issued_on', 'total', 'remaining'], '-issued_on'),
    }),
    reply: creditMemos,
  }),
  invoice: route({
    method: 'GET',
    path: '/api/invoices/:invoice/',
    summary: 'Read an invoice as its payer',
    access: { kind: 'payer' },
    params: strict({ invoice: id }),
    reply: payLinkInvoice,
  }),
  invoicePdf: route({
    method: 'GET',
    path: '/api/invoices/:invoice/pdf/',
    summary: 'Download the invoice’s PDF as its payer',
    access: { kind: 'payer' },
    params: strict({ invoice: id }),
    reply: 'file',
  }),
  openPayLink: route({
    method: 'POST',
    path: '/api/pay-link/',
    summary: 'Exchange the token of a pay link for a session on its invoice, or on its several invoices',
    access: { kind: 'public', host: 'either' },
    rateLimit: { limit: 120, windowSeconds: 60 },
    body: strict({ token: text(200) }),
    reply: z.object({
      token: z.string(),
      invoice: payLinkInvoice,
      several: z.number().int().optional().describe('how many invoices a link for several opens'),
      options: z
        .array(paymentOption)
        .optional()
        .describe('its payment options, to save a call; absent while a processor does not answer'),
    }),
  }),
  payLinkCompany: route({
    method: 'POST',
    path: '/api/pay-link/company/',
    summary: 'Read the company of an ended pay link',
    access: { kind: 'public', host: 'either' },
    rateLimit: { limit: 60, windowSeconds: 60 },
    body: strict({ token: text(200) }),
    reply: z.object({
      name: z.string(),
      logo: z.string().nullable(),
      email: z.string().describe('empty without one'),
    }),
  }),
  renewPayLink: route({
    method: 'POST',
    path: '/api/pay-link/renew/',
    summary: 'Email the customer a new pay link. The answer is the same when none was sent',
    access: { kind: 'public', host: 'either' },
    rateLimit: { limit: 20, windowSeconds: 900, also: { field: 'token', limit: 5 } },
    body: strict({ token: text(200) }),
    reply: done,
  }),
  sendPayLinkCode: route({
    method: 'POST',
    path: '/api/pay-link/code/',
    summary: 'Send a code to the customer’s email address, to use stored payment methods on a pay link',
    access: { kind: 'payer' },
    rateLimit: { limit: 5, windowSeconds: 900 },
    body: strict({}).optional(),
    reply: z.object({ detail: z.string(), sent_to: z.string().describe('masked address') }),
  }),
  unlockPayLink: route({
    method: 'POST',
    path: '/api/pay-link/unlock/',
    summary: 'Enter the code from that email',
    access: { kind: 'payer' },
    rateLimit: { limit: 10, windowSeconds: 900 },
    body: strict({ code: text(12) }),
    reply: done,
  }),
  readDetails: route({
    method: 'GET',
    path: '/api/accounts/:account/customers/:customer/customer-portal/',
    summary: 'Read a customer’s portal login',
    access: { kind: 'staff', right: 'customers.read' },
    params: oneCustomer,
    reply: portalDetails,
  }),
  invite: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/customer-portal/invite/',
    summary: 'Invite a person of a customer to the portal by email. Inviting again replaces the old link',
    access: { kind: 'staff', right: 'portal.invite' },
    rateLimit: INVITE_THROTTLE,
    params: oneCustomer,
    body: strict({ email: email.optional() }),
    reply: portalDetails,
  }),
  updateEmail: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/customer-portal/update-email/',
    summary: 'Move a portal login of a customer to another address, by default the first person’s',
    access: { kind: 'staff', right: 'portal.invite' },
    rateLimit: INVITE_THROTTLE,
    params: oneCustomer,
    body: strict({ email, login: id.optional().describe('login to move; without it the first person’s') }),
    reply: portalDetails,
  }),
}
