import { z } from 'zod'
import { DEPOSITS } from '../../domain/payments/deposit-to.ts'
import { PAYMENT_STATUSES } from '../../domain/payments/payment-status.ts'
import { amount, date, id, instant, productText } from '../shapes.ts'
import { paymentCase } from './payment-cases.ts'

export const formField = z.object({
  name: z.string(),
  label: productText,
  read_only: z.boolean(),
  required: z.boolean(),
  type: z.enum(['string', 'decimal', 'integer', 'boolean', 'choice']),
  choices: z.array(z.object({ value: z.string(), display_name: productText })).optional(),
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
  display: productText.optional().describe('only of a stored method'),
  data: z.object({ method: z.string(), charge_token: z.string().optional() }).optional(),
  extra_data: z.object({
    publishable_key: z
      .string()
      .optional()
      .describe('public key of the company; behind # the account for which the platform’s key is used'),
    invoice_id: id,
    installment_id: id.nullable(),
    script: z.string().optional().describe('address of the script that draws the processor’s own fields'),
    token_address: z
      .string()
      .optional()
      .describe('address to which the browser sends the card, which answers with the token that pays'),
    sandbox: z.boolean().optional(),
    deposit_to: z.literal('trust').optional().describe('where the money goes to the company’s trust account'),
  }),
  client_id: z.string().optional(),
  fields: z.array(formField),
})

/** A payment as its payer sees it. */
export const payerPayment = z.object({
  id,
  number: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  status_display: productText,
  amount,
  surcharge: amount,
  total: amount,
  currency: z.string(),
  created: instant,
  method_display: productText,
  message: productText.describe('one sentence for the payer'),
  next: z
    .object({
      kind: z.enum(['challenge', 'redirect', 'client_secret', 'authentication', 'verify_account']),
      text: productText,
      url: z.string().nullable().describe('page of the processor on which a bank account is verified'),
    })
    .nullable(),
  invoice: z.object({
    pk: id,
    number: z.string(),
    remaining: amount,
    payable: amount.describe('what remains and is not being paid already'),
  }),
  invoices: z
    .array(z.object({ pk: id, number: z.string(), amount: amount.describe('of this payment') }))
    .describe('all that it pays, earliest due first; what is more than their sum becomes credit'),
  credit: z
    .array(z.object({ pk: id, number: z.string(), amount }))
    .describe('what credit pays first, once this payment is confirmed'),
})

/** A payment as a part of one invoice: amounts paid and under way, without other invoices. */
export const invoicePayment = z.object({
  id,
  status: z.enum(PAYMENT_STATUSES),
  status_display: productText,
  amount: amount.describe('of this invoice'),
  returned: amount.describe('the refunded part'),
  total: amount.describe('charged, the surcharge included; `amount` where other invoices are paid too'),
  surcharge: amount.describe('included in `total`'),
  surcharge_display: productText.describe('includes $3.00 credit card surcharge; empty without'),
  refunded: amount.describe('the refunded part of `total`'),
  currency: z.string(),
  date,
  method_display: productText.describe('just the kind, on a pay link that did not make this payment'),
  message: productText.describe('one sentence while it is under way, empty otherwise'),
  awaits_payer: z.boolean().describe('true while the bank waits for the caller, who made this payment'),
  receipt: z.boolean().describe('true when the caller can have its receipt'),
})

/** A payment as staff see it, with more fields than the specified record. */
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
  status_display: productText,
  type: z.string(),
  type_display: z.string(),
  method_display: productText,
  posted: z.boolean(),
  post_url: z.string().nullable(),
  reference: z.string(),
  received_on: date.nullable().describe('of a payment recorded by hand: the day on which the money came'),
  booked_on: date
    .nullable()
    .describe(
      'the day on which it counts as received: as recorded by hand, otherwise when it was confirmed; null until then',
    ),
  failure: z.string().nullable(),
})

export const paymentDetail = payment.extend({
  deposit_to: z.enum(DEPOSITS).describe('the company’s account at the processor'),
  left_out: z
    .object({
      at: instant,
      by: z.string().nullable().describe('name of the person, where they are still known'),
    })
    .nullable()
    .describe('a person left it out of the books of the accounting platform, where it counts as entered'),
  processor_fee: amount.nullable().describe('null where the processor doesn’t tell it with the payment'),
  awaits_payer: z
    .boolean()
    .describe('true while the payer has still to confirm it, false while its call is under way'),
  awaited: z
    .object({
      what: z.enum(['bank', 'approval', 'verification']),
      mailed: z.boolean().describe('true when the customer has a link that continues it'),
      until: instant.describe('when we cancel it'),
    })
    .nullable()
    .describe('what the payer has still to do'),
  dispute: z
    .object({
      reason: z.string(),
      status: z.enum(['needs_response', 'under_review', 'won', 'lost']),
      is_inquiry: z.boolean().describe('the bank asks, and took no money yet'),
      due_by: instant.nullable().describe('last instant for evidence'),
    })
    .nullable(),
  invoices: z.array(
    z.object({
      pk: id,
      number: z.string(),
      amount,
      reversed: amount.describe('the part refunded or returned since'),
      settled: amount.describe('what the payment settles of this invoice now'),
      state: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      id,
      status: z.string(),
      amount,
      reason: z.string(),
      created: instant,
      settled: instant.nullable().describe('when its outcome was known'),
      failure: z.string().nullable(),
    }),
  ),
  events: z.array(z.object({ at: instant, from: z.string().nullable(), to: z.string(), cause: z.string() })),
  cases: z.array(paymentCase),
  can: z.object({
    use_credit: z.boolean(),
    refund: z.boolean(),
    post: z.boolean(),
    capture: z.boolean(),
    void: z.boolean(),
  }),
})

/** A stored method as its owner sees it. */
export const storedMethod = z.object({
  id,
  type: z.enum(['credit_card', 'e_check', 'paypal']),
  display: productText,
  name: z.string().describe('the customer’s own name of it; may be empty'),
  expiration_year: z.number().int().nullable(),
  expiration_month: z.number().int().nullable(),
  expires_on: date.nullable().describe('last day of a card'),
  expiry: z.enum(['soon', 'expired']).nullable().describe('soon: within 60 days'),
  auto_payments: z.boolean().describe('pays invoices by itself when they fall due'),
})

/** Instead of a stored method: the payer's bank asks first, in a window of the processor's script. */
export const askedBank = z.object({
  client_secret: z.string(),
  publishable_key: z.string(),
  script: z.string(),
})

export type PaymentRecord = z.input<typeof payment>
export type PaymentDetail = z.output<typeof paymentDetail>
export type PayerPayment = z.input<typeof payerPayment>
