import { z } from 'zod'
import { PAYMENT_STATUSES } from '../domain/payment-status.ts'
import { filters } from './filters.ts'
import { route } from './route.ts'
import {
  accountParams,
  amount,
  currency,
  date,
  id,
  instant,
  line,
  listQuery,
  orderBy,
  paged,
  requestId,
  strict,
  text,
} from './shapes.ts'

export const formField = z.object({
  name: z.string(),
  label: z.string(),
  read_only: z.boolean(),
  required: z.boolean(),
  type: z.enum(['string', 'decimal', 'integer', 'boolean', 'choice']),
  choices: z.array(z.object({ value: z.string(), display_name: z.string() })).optional(),
  min_value: z.string().optional(),
  max_value: z.string().optional(),
  min_length: z.number().int().optional(),
  max_length: z.number().int().optional(),
  initial: z.union([z.string(), z.boolean()]).optional(),
})
export type FormFieldShape = z.output<typeof formField>

export const paymentOption = z.object({
  type: z.enum(['credit_card', 'e_check', 'paypal']),
  provider: z.string(),
  url: z.string(),
  currency: z.string(),
  invoice_balance: amount,
  balance: amount,
  surcharge_percentage: z.string(),
  partial_allowed: z.boolean(),
  company_logo: z.string().nullable(),
  display: z.string().optional().describe('only of a stored method'),
  data: z.object({ method: z.string(), charge_token: z.string().optional() }).optional(),
  extra_data: z.object({
    publishable_key: z.string().optional(),
    invoice_id: id,
    installment_id: id.nullable(),
    sandbox: z.boolean().optional(),
  }),
  client_id: z.string().optional(),
  fields: z.array(formField),
})

/** What the payer sees of a payment. */
export const payerPayment = z.object({
  id,
  number: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  status_display: z.string(),
  amount,
  surcharge: amount,
  total: amount,
  currency: z.string(),
  created: instant,
  method_display: z.string(),
  message: z.string().describe('one sentence for the payer'),
  next: z.object({ kind: z.enum(['challenge', 'redirect', 'client_secret']), text: z.string() }).nullable(),
  invoice: z.object({ pk: id, number: z.string(), remaining: amount }),
})

/** A payment as staff see it: the record of the spec and more. */
export const payment = z.object({
  id,
  pk: id,
  customer: z.object({ pk: id, short_name: z.string() }),
  total: amount,
  total_currency: z.string(),
  captured_amount: amount,
  refunded_amount: amount,
  refundable_amount: amount,
  unapplied_amount: amount,
  surcharge: amount,
  created: instant,
  card: z
    .object({
      last_4_digits: z.string(),
      expiration_year: z.number().int().nullable(),
      expiration_month: z.number().int().nullable(),
    })
    .nullable(),
  bank_account: z.object({ last_4_digits: z.string() }).nullable(),
  transaction_number: z.string(),
  gateway_id: z.string().nullable(),
  provider: z.string(),
  channel: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  status_display: z.string(),
  type: z.string(),
  type_display: z.string(),
  method_display: z.string(),
  posted: z.boolean(),
  post_url: z.string().nullable(),
  reference: z.string(),
  failure: z.string().nullable(),
})

export const paymentDetail = payment.extend({
  invoices: z.array(z.object({ pk: id, number: z.string(), amount, state: z.string() })),
  refunds: z.array(
    z.object({
      id,
      status: z.string(),
      amount,
      reason: z.string(),
      created: instant,
      failure: z.string().nullable(),
    }),
  ),
  events: z.array(z.object({ at: instant, from: z.string().nullable(), to: z.string(), cause: z.string() })),
  can: z.object({ refund: z.boolean(), post: z.boolean(), capture: z.boolean(), void: z.boolean() }),
})

/** A stored method as its owner sees it. */
export const storedMethod = z.object({
  id,
  type: z.enum(['credit_card', 'e_check', 'paypal']),
  display: z.string(),
  expiration_year: z.number().int().nullable(),
  expiration_month: z.number().int().nullable(),
  auto_payments: z.boolean(),
})

const onePayment = strict({ account: id, payment: id })
const payerInvoice = strict({ invoice: id })
const payerOption = strict({ invoice: id, option: z.string().max(80) })
const PAY_THROTTLE = { limit: 60, windowS: 3600 } as const

export const payments = {
  options: route({
    method: 'GET',
    path: '/api/invoices/:invoice/payment-options/',
    summary: 'The ways in which this invoice can be paid',
    access: { kind: 'payer' },
    params: payerInvoice,
    reply: z.array(paymentOption),
  }),
  describeOption: route({
    method: 'OPTIONS',
    path: '/api/invoices/:invoice/payment-options/:option/',
    summary: 'The fields of one way to pay',
    access: { kind: 'payer' },
    params: payerOption,
    reply: z.object({
      name: z.string(),
      actions: z.object({ POST: z.record(z.string(), formField.omit({ name: true })) }),
    }),
  }),
  pay: route({
    method: 'POST',
    path: '/api/invoices/:invoice/payment-options/:option/',
    summary: 'Pay. Takes just the fields that the option describes; request_id makes it safe to repeat',
    access: { kind: 'payer' },
    throttle: PAY_THROTTLE,
    params: payerOption,
    body: z.record(z.string().max(60), z.union([z.string().max(2000), z.boolean(), z.number()])),
    reply: payerPayment,
  }),
  payerRead: route({
    method: 'GET',
    path: '/api/invoices/:invoice/payments/:payment/',
    summary: 'How a payment stands',
    access: { kind: 'payer' },
    params: strict({ invoice: id, payment: id }),
    reply: payerPayment,
  }),
  answerChallenge: route({
    method: 'POST',
    path: '/api/invoices/:invoice/payments/:payment/challenge/',
    summary: 'Answer the bank’s question about a payment that is in input',
    access: { kind: 'payer' },
    throttle: PAY_THROTTLE,
    params: strict({ invoice: id, payment: id }),
    body: strict({ answer: z.enum(['approve', 'decline'], 'Approve or decline.') }),
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
    summary: 'The customer’s stored payment methods',
    access: { kind: 'customer' },
    reply: z.array(storedMethod),
  }),
  removeMethod: route({
    method: 'DELETE',
    path: '/api/payment-methods/:method/',
    summary: 'Forget a stored payment method. Automatic payments with it end',
    access: { kind: 'customer' },
    params: strict({ method: id }),
    reply: 'nothing',
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/payments/',
    summary: 'Payments: paged, searched, filtered and ordered',
    access: { kind: 'staff', right: 'payments.read' },
    params: accountParams,
    query: strict({
      ...listQuery,
      customer: id.optional(),
      ...filters({
        status: 'text',
        type: 'text',
        total: 'amount',
        created: 'date',
        total_currency: 'text',
        posted: 'boolean',
      }),
      order_by: orderBy(['created', 'total', 'status', 'customer', 'transaction_number'], '-created'),
    }),
    reply: paged(payment),
  }),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/payments/:payment/',
    summary: 'One payment with its invoices, refunds and history',
    access: { kind: 'staff', right: 'payments.read' },
    params: onePayment,
    reply: paymentDetail,
  }),
  record: route({
    method: 'POST',
    path: '/api/accounts/:account/payments/',
    summary: 'Record a cheque, transfer or cash. What is over becomes unapplied credit of the customer',
    access: { kind: 'staff', right: 'payments.record' },
    params: accountParams,
    body: strict({
      customer: id,
      type: z.enum(['check', 'bank_transfer', 'cash', 'other'], 'Choose how it was paid.'),
      total: amount,
      received_on: date,
      reference: line(100).default(''),
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
  refund: route({
    method: 'POST',
    path: '/api/accounts/:account/payments/:payment/refund/',
    summary: 'Give back all or a part of a confirmed payment',
    access: { kind: 'staff', right: 'payments.refund' },
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
    summary: 'Capture a payment that is only authorised',
    access: { kind: 'staff', right: 'payments.refund' },
    params: onePayment,
    body: strict({}).optional(),
    reply: paymentDetail,
  }),
  void: route({
    method: 'POST',
    path: '/api/accounts/:account/payments/:payment/void/',
    summary: 'Release a payment that is only authorised, or not yet under way',
    access: { kind: 'staff', right: 'payments.refund' },
    params: onePayment,
    body: strict({}).optional(),
    reply: paymentDetail,
  }),
}

export const MANUAL_TYPES = {
  check: 'Cheque',
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  other: 'Other',
} as const
