import { z } from 'zod'
import { msg } from '../../domain/languages/msg.ts'
import { MOST_INVOICES_PAID } from '../../domain/payments/several.ts'
import { route } from '../route.ts'
import { amount, date, id, productText, requestId, strict } from '../shapes.ts'
import { payerPayment, paymentOption } from './payment-shapes.ts'
import { UNAUTHENTICATED_LIMIT } from './unauthenticated-limit.ts'

/** The number is `MOST_INVOICES_PAID`: a text of the catalogues is a literal. */
const TOO_MANY = msg('Pay at most 200 invoices at once.')

const line = z.object({
  pk: id,
  number: z.string(),
  due_date: date,
  days_past_due: z.number().int(),
  status: productText,
  total: amount,
  remaining: amount,
  payable: amount.describe('what remains and is not being paid already; 0 when it can’t be paid'),
})

const seenInvoices = z
  .array(strict({ invoice: id, amount: amount.describe('as shown: what was payable') }))
  .min(1, 'Choose at least one invoice.')
  .max(MOST_INVOICES_PAID, TOO_MANY)

/** Payments for several invoices of one customer. */
export const openInvoices = {
  list: route({
    method: 'GET',
    path: '/api/open-invoices/',
    summary: 'List what can be paid at once, with the ways to pay: named invoices, otherwise what is due now',
    access: { kind: 'payer' },
    query: strict({
      invoices: z
        .string()
        .transform((text) => text.split(',').filter((part) => part !== ''))
        .pipe(z.array(id).max(MOST_INVOICES_PAID, TOO_MANY))
        .optional()
        .describe('ids with commas between them'),
    }),
    reply: z.object({
      currency: z.string(),
      lines: z.array(line).describe(`earliest due first, at most ${MOST_INVOICES_PAID}`),
      apart: z
        .number()
        .int()
        .describe('how many were left out, because their payment goes to another account of the company'),
      more: z.boolean().describe('more is due now than these lines'),
      prepay_allowed: z.boolean().describe('more than is due can be paid; the rest becomes credit'),
      credit: amount.describe('that can be used first; 0 on a pay link, which uses none'),
      options: z.array(paymentOption).describe('their addresses take the body of this group’s POST'),
    }),
  }),
  pay: route({
    method: 'POST',
    path: '/api/open-invoices/payment-options/:option/',
    summary:
      'Pay several invoices with one payment, earliest due first. `form.request_id` is the idempotency key',
    access: { kind: 'payer' },
    rateLimit: UNAUTHENTICATED_LIMIT,
    params: strict({ option: z.string().max(80) }),
    body: strict({
      invoices: seenInvoices,
      credit: amount
        .optional()
        .describe(
          'as shown: credit that is used first, once the payment is confirmed. `form.amount` is charged',
        ),
      form: z
        .record(z.string().max(60), z.union([z.string().max(2000), z.boolean(), z.number()]))
        .describe('the fields that the option describes'),
    }),
    reply: payerPayment,
  }),
  payWithCredit: route({
    method: 'POST',
    path: '/api/open-invoices/credit/',
    summary: 'Pay all that invoices owe with the customer’s credit. Nothing is charged',
    access: { kind: 'customer' },
    body: strict({
      invoices: seenInvoices,
      credit: amount.describe('as shown: what they owe together'),
      request_id: requestId,
    }),
    reply: z.object({
      id,
      currency: z.string(),
      amount: amount.describe('of credit'),
      invoices: z
        .array(z.object({ pk: id, number: z.string(), amount }))
        .describe('that it paid, earliest due first'),
    }),
  }),
}
