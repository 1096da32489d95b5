import { z } from 'zod'
import { MOST_INVOICES_PAID } from '../../domain/payments/several.ts'
import { route } from '../route.ts'
import { id, instant, strict } from '../shapes.ts'

/** The routes by which staff make a pay link: for one invoice, or for several of a customer. */
export const payLinks = {
  payLink: route({
    method: 'POST',
    path: '/api/accounts/:account/invoices/:invoice/pay-link/',
    summary: 'Make a pay link that needs no login',
    access: { kind: 'staff', right: 'invoices.write' },
    params: strict({ account: id, invoice: id }),
    body: strict({}).optional(),
    status: 201,
    reply: z.object({ url: z.string(), expires_at: instant }),
  }),
  jointPayLink: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/pay-link/',
    summary:
      'Make one pay link for several invoices of a customer: the named ones, otherwise all that are open',
    access: { kind: 'staff', right: 'invoices.write' },
    params: strict({ account: id, customer: id }),
    body: strict({
      invoices: z
        .array(id)
        .min(1, 'Choose at least one invoice.')
        .max(MOST_INVOICES_PAID, `Choose at most ${MOST_INVOICES_PAID} invoices.`)
        .optional(),
    }),
    status: 201,
    reply: z.object({
      url: z.string(),
      expires_at: instant,
      invoices: z.number().int().describe('how many it opens'),
    }),
  }),
}
