import { z } from 'zod'
import { agingFigures } from './customers.ts'
import { payment } from './payment-shapes.ts'
import { route } from './route.ts'
import { accountParams, amount, id, strict, text } from './shapes.ts'

export const reports = {
  dashboard: route({
    method: 'GET',
    path: '/api/accounts/:account/dashboard/',
    summary: 'What is owed, how old it is, who owes most, and the latest payments',
    access: { kind: 'staff', right: 'dashboard.read' },
    params: accountParams,
    reply: z.object({
      today: z.string(),
      currencies: z.array(
        z.object({
          currency: z.string(),
          owed: amount,
          past_due: amount,
          due_in_7_days: amount,
          collected_30_days: amount,
          in_flight: amount,
          aging: agingFigures,
          aging_counts: z.record(z.string(), z.number().int()),
          open_invoices: z.number().int(),
          customers_owing: z.number().int(),
        }),
      ),
      top_debtors: z.array(
        z.object({
          customer: z.object({ pk: id, short_name: z.string() }),
          currency: z.string(),
          owed: amount,
          past_due: amount,
          open_invoices: z.number().int(),
          oldest_days: z.number().int(),
          aging: agingFigures,
        }),
      ),
      latest_payments: z.array(payment),
      counts: z.object({ customers: z.number().int(), invoices: z.number().int(), drafts: z.number().int() }),
    }),
  }),
  search: route({
    method: 'GET',
    path: '/api/accounts/:account/search/',
    summary: 'Customers, invoices and payments that match a text of at least 3 characters',
    access: { kind: 'staff', right: 'dashboard.read' },
    params: accountParams,
    query: strict({ q: text(100) }),
    reply: z.object({
      results: z.array(
        z.object({
          kind: z.enum(['customer', 'invoice', 'payment']),
          pk: id,
          title: z.string(),
          detail: z.string(),
        }),
      ),
    }),
  }),
}
