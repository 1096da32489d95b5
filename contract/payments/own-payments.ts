import { z } from 'zod'
import { PAYMENT_STATUSES } from '../../domain/payments/payment-status.ts'
import { route } from '../route.ts'
import { amount, date, id, listQuery, orderBy, paged, productText, strict } from '../shapes.ts'

const ownPayment = z.object({
  pk: id,
  number: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  status_display: productText,
  date: date.describe('the day in the company’s time zone'),
  currency: z.string(),
  total: amount.describe('charged, the surcharge included'),
  refunded: amount,
  method_display: productText,
  invoices: z.array(z.object({ pk: id, number: z.string() })).describe('the first three'),
  invoices_count: z.number().int(),
  receipt: z.boolean().describe('true once a receipt exists'),
})

const onePayment = strict({ payment: id })

export const ownPayments = {
  list: route({
    method: 'GET',
    path: '/api/payments/',
    summary: 'List the customer’s own payments: made, under way, returned and declined',
    access: { kind: 'customer' },
    query: strict({
      page: listQuery.page,
      page_size: listQuery.page_size,
      order_by: orderBy(['created', 'total'], '-created'),
    }),
    reply: paged(ownPayment),
  }),
  read: route({
    method: 'GET',
    path: '/api/payments/:payment/',
    summary: 'Read one of the customer’s payments with its invoices and refunds',
    access: { kind: 'customer' },
    params: onePayment,
    reply: ownPayment.omit({ invoices_count: true }).extend({
      surcharge: amount,
      unapplied: amount.describe('paid ahead: credit for later invoices'),
      message: z.string().describe('one sentence about its state'),
      reference: z.string().describe('of a check or a transfer'),
      invoices: z.array(
        z.object({
          pk: id,
          number: z.string(),
          amount: amount.describe('paid of it, without what was refunded or returned'),
          visible: z.boolean().describe('false for an invoice that was voided or written off since'),
        }),
      ),
      refunds: z.array(
        z.object({
          pk: id,
          amount,
          status: z.enum(['waiting', 'confirmed', 'rejected']),
          date: date.describe('when its outcome was known, else when it was asked for'),
        }),
      ),
    }),
  }),
  receipt: route({
    method: 'GET',
    path: '/api/payments/:payment/receipt/',
    summary: 'Download the receipt of one of the customer’s payments as PDF',
    access: { kind: 'customer' },
    params: onePayment,
    reply: 'file',
  }),
}
