import { z } from 'zod'
import { msg } from '../../domain/languages/msg.ts'
import { filters } from '../filters.ts'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import {
  accountParams,
  amount,
  currency,
  date,
  id,
  line,
  listQuery,
  orderBy,
  paged,
  productText,
  requestId,
  strict,
  text,
} from '../shapes.ts'
import { orders } from './orders.ts'
import {
  formField,
  invoicePayment,
  payerPayment,
  payment,
  paymentDetail,
  paymentOption,
  storedMethod,
} from './payment-shapes.ts'
import { UNAUTHENTICATED_LIMIT } from './unauthenticated-limit.ts'

const onePayment = strict({ account: id, payment: id })
const payerInvoice = strict({ invoice: id })
const payerOption = strict({ invoice: id, option: z.string().max(80) })
const ofInstallment = strict({ installment_id: id.optional() })
/** Processors send from few addresses, and send everything that waited at once. */
const WEBHOOK_LIMIT = { limit: 3000, windowSeconds: 60 } as const

/** Search, filters and order of the list. */
const paymentMatch = {
  search: listQuery.search,
  customer: id.optional(),
  ...filters({
    status: 'text',
    type: 'text',
    total: 'amount',
    created: 'date',
    booked_on: 'date',
    total_currency: 'text',
    posted: 'boolean',
    unapplied: 'amount',
  }),
  order_by: orderBy(['created', 'total', 'status', 'customer', 'transaction_number'], '-created'),
}

export const payments = {
  options: route({
    method: 'GET',
    path: '/api/invoices/:invoice/payment-options/',
    summary: 'List the payment options of an invoice, or of an installment of its payment plan',
    access: { kind: 'payer' },
    params: payerInvoice,
    query: ofInstallment,
    reply: z.array(paymentOption),
  }),
  describeOption: route({
    method: 'OPTIONS',
    path: '/api/invoices/:invoice/payment-options/:option/',
    summary: 'Read the fields of a payment option',
    access: { kind: 'payer' },
    params: payerOption,
    query: ofInstallment,
    reply: z.object({
      name: productText,
      actions: z.object({ POST: z.record(z.string(), formField.omit({ name: true })) }),
    }),
  }),
  pay: route({
    method: 'POST',
    path: '/api/invoices/:invoice/payment-options/:option/',
    summary:
      'Pay an invoice with the fields that the option describes. `request_id` is the idempotency key, `installment_id` an open installment',
    access: { kind: 'payer' },
    rateLimit: UNAUTHENTICATED_LIMIT,
    params: payerOption,
    body: z.record(z.string().max(60), z.union([z.string().max(2000), z.boolean(), z.number()])),
    reply: payerPayment,
  }),
  encryptionKey: route({
    method: 'GET',
    path: '/api/card-encryption-key/',
    summary:
      'Read the public key with which a browser encrypts a card’s number and security code before it sends them. Only where the processor of cards needs it',
    access: { kind: 'payer' },
    reply: z.object({
      data: z.string().describe('PEM of an RSA key'),
      hash: z.enum(['SHA-1', 'SHA-256']).describe('of RSA-OAEP'),
    }),
  }),
  ...orders,
  webhook: route({
    method: 'POST',
    path: '/api/webhooks/:processor/:account/',
    summary: 'Receive a processor’s webhook. The connection’s signing secret verifies it',
    access: { kind: 'signed' },
    rateLimit: WEBHOOK_LIMIT,
    params: strict({ processor: z.string().regex(/^[a-z][a-z0-9_-]{1,39}$/), account: id }),
    body: { raw: ['application/json'], maxBytes: 512 * 1024 },
    reply: z.object({ received: z.literal(true) }),
  }),
  partnerWebhook: route({
    method: 'POST',
    path: '/api/webhooks/:processor/',
    summary:
      'Receive a webhook of a processor that sends those of all companies to one address. The secret of its company’s connection verifies it',
    access: { kind: 'signed' },
    rateLimit: WEBHOOK_LIMIT,
    params: strict({ processor: z.string().regex(/^[a-z][a-z0-9_-]{1,39}$/) }),
    body: { raw: ['application/json'], maxBytes: 512 * 1024 },
    reply: z.object({ received: z.literal(true) }),
  }),
  ofInvoice: route({
    method: 'GET',
    path: '/api/invoices/:invoice/payments/',
    summary: 'List an invoice’s payments, newest first',
    access: { kind: 'payer' },
    params: payerInvoice,
    reply: z.array(invoicePayment),
  }),
  payerRead: route({
    method: 'GET',
    path: '/api/invoices/:invoice/payments/:payment/',
    summary: 'Read a payment’s status',
    access: { kind: 'payer' },
    params: strict({ invoice: id, payment: id }),
    reply: payerPayment,
  }),
  readChallenge: route({
    method: 'GET',
    path: '/api/invoices/:invoice/payments/:payment/challenge/',
    summary: 'Get what the browser needs to continue a payment at the payer’s bank',
    access: { kind: 'payer' },
    params: strict({ invoice: id, payment: id }),
    reply: z.object({
      client_secret: z.string().nullable().describe('null once the bank has been answered'),
      publishable_key: z.string(),
      script: z.string(),
    }),
  }),
  answerChallenge: route({
    method: 'POST',
    path: '/api/invoices/:invoice/payments/:payment/challenge/',
    summary: 'Answer the bank’s challenge of a payment with status `input`',
    access: { kind: 'payer' },
    rateLimit: UNAUTHENTICATED_LIMIT,
    params: strict({ invoice: id, payment: id }),
    body: strict({ answer: z.enum(['approve', 'decline'], msg('Approve or decline.')) }),
    reply: payerPayment,
  }),
  receipt: route({
    method: 'GET',
    path: '/api/invoices/:invoice/payments/:payment/receipt/',
    summary: 'The receipt as PDF',
    access: { kind: 'payer' },
    params: strict({ invoice: id, payment: id }),
    reply: 'file',
  }),
  methods: route({
    method: 'GET',
    path: '/api/payment-methods/',
    summary: 'List the customer’s stored payment methods',
    access: { kind: 'customer' },
    reply: z.array(storedMethod),
  }),
  removeMethod: route({
    method: 'DELETE',
    path: '/api/payment-methods/:method/',
    summary: 'Remove a stored payment method. Ends automatic payments with it',
    access: { kind: 'customer' },
    params: strict({ method: id }),
    reply: 'nothing',
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/payments/',
    summary: 'List payments: paged, searched, filtered and ordered',
    access: { kind: 'staff', right: 'payments.read' },
    params: accountParams,
    query: strict({ ...listQuery, ...paymentMatch }),
    reply: paged(payment).extend({
      sums: z
        .array(
          z.object({
            currency: z.string(),
            total: amount.describe('surcharges included'),
            collected: amount.describe('of confirmed payments, less refunds, without surcharges'),
          }),
        )
        .describe('of all payments that match, by currency'),
    }),
  }),
  export: listExport('/api/accounts/:account/payments/export/', 'Export payments', paymentMatch),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/payments/:payment/',
    summary: 'Read a payment with its invoices, refunds and history',
    access: { kind: 'staff', right: 'payments.read' },
    params: onePayment,
    reply: paymentDetail,
  }),
  record: route({
    method: 'POST',
    path: '/api/accounts/:account/payments/',
    summary: 'Record a check, transfer or cash. Anything left over becomes unapplied credit',
    access: { kind: 'staff', right: 'payments.record' },
    params: accountParams,
    body: strict({
      customer: id,
      type: z.enum(['check', 'bank_transfer', 'cash', 'other'], 'Choose how it was paid.'),
      total: amount,
      received_on: date,
      reference: line(100).default(''),
      email_receipt: z
        .boolean()
        .default(false)
        .describe('mail the receipt to the customer’s main address, as after an online payment'),
      request_id: requestId,
      invoices: z
        .array(strict({ invoice: id, amount }))
        .max(200, 'At most 200 invoices.')
        .optional()
        .describe('oldest first when absent'),
    }),
    status: 201,
    reply: paymentDetail,
  }),
  useCredit: route({
    method: 'POST',
    path: '/api/accounts/:account/payments/:payment/use-credit/',
    summary: 'Apply a payment’s leftover credit to open invoices',
    access: { kind: 'staff', right: 'payments.record' },
    params: onePayment,
    body: strict({
      request_id: requestId,
      invoices: z
        .array(strict({ invoice: id, amount }))
        .min(1, 'Name an invoice.')
        .max(200, 'At most 200 invoices.')
        .optional()
        .describe('when absent: oldest first, until the credit is used'),
    }),
    reply: paymentDetail,
  }),
  refund: route({
    method: 'POST',
    path: '/api/accounts/:account/payments/:payment/refund/',
    summary: 'Refund all or part of a confirmed payment',
    access: { kind: 'staff', right: 'payments.refund', stepUp: true },
    params: onePayment,
    body: strict({
      total: amount,
      total_currency: currency,
      request_id: requestId,
      reason: text(500).default(''),
    }),
    reply: paymentDetail,
  }),
  post: route({
    method: 'POST',
    path: '/api/accounts/:account/payments/:payment/post/',
    summary: 'Mark a payment as reconciled',
    access: { kind: 'staff', right: 'payments.post' },
    params: onePayment,
    body: strict({}).optional(),
    reply: paymentDetail,
  }),
  capture: route({
    method: 'POST',
    path: '/api/accounts/:account/payments/:payment/capture/',
    summary: 'Capture an authorized payment',
    // A capture takes the customer's money, so it needs the right to give it back; it has none of its own.
    access: { kind: 'staff', right: 'payments.refund' },
    params: onePayment,
    body: strict({}).optional(),
    reply: paymentDetail,
  }),
  void: route({
    method: 'POST',
    path: '/api/accounts/:account/payments/:payment/void/',
    summary: 'Void a payment that is authorized or not yet sent',
    access: { kind: 'staff', right: 'payments.refund', stepUp: true },
    params: onePayment,
    body: strict({}).optional(),
    reply: paymentDetail,
  }),
}
