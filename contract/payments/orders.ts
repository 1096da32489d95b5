import { z } from 'zod'
import { route } from '../route.ts'
import { amount, id, requestId, strict } from '../shapes.ts'
import { payerPayment } from './payment-shapes.ts'
import { UNAUTHENTICATED_LIMIT } from './unauthenticated-limit.ts'

const payerInvoice = strict({ invoice: id })
const orderId = z.string('This field is required.').min(1, 'This field is required.').max(100)

const shownSurcharge = z
  .string()
  .max(20)
  .optional()
  .describe('the surcharge that the payer saw; another one now refuses surcharge_changed')

/** Payments that are started here and confirmed by the payer at the processor. */
export const orders = {
  createIntent: route({
    method: 'POST',
    path: '/api/stripe-payment-intent/',
    summary:
      'Start a card payment that the payer’s browser confirms at Stripe. Only the last intent of a payer for an invoice can be confirmed',
    access: { kind: 'payer' },
    rateLimit: UNAUTHENTICATED_LIMIT,
    body: strict({
      invoice_id: id,
      amount,
      enable_auto_payments: z.boolean().default(false),
      store_method: z.boolean().default(false),
      installment_id: id.optional(),
      surcharge_percentage: shownSurcharge,
    }),
    reply: z.object({ stripe_client_secret: z.string() }),
  }),
  createOrder: route({
    method: 'POST',
    path: '/api/invoices/:invoice/create-paypal-order/',
    summary: 'Start a PayPal payment: an order that the payer approves at PayPal',
    access: { kind: 'payer' },
    rateLimit: UNAUTHENTICATED_LIMIT,
    params: payerInvoice,
    body: strict({
      amount,
      request_id: requestId,
      installment_id: id.optional(),
      surcharge_percentage: shownSurcharge,
      store_method: z
        .boolean()
        .default(false)
        .describe('whether the payer agrees to store the account; repeated when the order is captured'),
    }),
    reply: z.object({ id: z.string().describe('the order’s id at PayPal') }),
  }),
  captureOrder: route({
    method: 'POST',
    path: '/api/invoices/:invoice/capture-paypal-order/',
    summary: 'Capture an order that the payer approved',
    access: { kind: 'payer' },
    rateLimit: UNAUTHENTICATED_LIMIT,
    params: payerInvoice,
    body: strict({ order_id: orderId, request_id: requestId, store_method: z.boolean().default(false) }),
    reply: payerPayment,
  }),
  cancelOrder: route({
    method: 'POST',
    path: '/api/invoices/:invoice/cancel-paypal-order/',
    summary: 'Cancel an order that the payer did not approve',
    access: { kind: 'payer' },
    rateLimit: UNAUTHENTICATED_LIMIT,
    params: payerInvoice,
    body: strict({ order_id: orderId }),
    reply: 'nothing',
  }),
}
