import { z } from 'zod'
import { signedIn } from './identity.ts'
import { route } from './route.ts'
import { id, strict, text } from './shapes.ts'

/**
 * Staff see a customer's portal as that customer does, read-only. A preview never counts as a view by the
 * customer.
 */
export const preview = {
  start: route({
    method: 'POST',
    path: '/api/accounts/:account/customers/:customer/preview/',
    summary: 'Make a one-time address that opens the customer’s portal read-only, within a minute',
    access: { kind: 'staff', right: 'preview.start' },
    rateLimit: { limit: 120, windowSeconds: 60 },
    params: strict({ account: id, customer: id }),
    body: strict({
      invoice: id.optional().describe('of this customer; without it their portal is opened'),
      opens: z
        .enum(['payment', 'pdf'], 'Choose payment or pdf.')
        .default('payment')
        .describe('opens the invoice’s payment dialog or its PDF'),
    })
      .refine(({ invoice, opens }) => invoice !== undefined || opens === 'payment', {
        path: ['invoice'],
        error: 'This field is required.',
      })
      .optional(),
    status: 201,
    reply: z.object({ url: z.string(), expires_in_s: z.number().int() }),
  }),
  open: route({
    method: 'POST',
    path: '/api/preview/',
    summary: 'Exchange the one-time code of such an address for a session of at most half an hour',
    access: { kind: 'public', host: 'company' },
    rateLimit: { limit: 120, windowSeconds: 60 },
    body: strict({
      code: text(200),
      customer: id.optional().describe('refused unless it is the customer of the code'),
      account: id.optional().describe('refused unless it is the account of the code'),
    }),
    reply: signedIn.extend({
      customer: z.object({ pk: id, short_name: z.string() }),
      ends_in_s: z.number().int(),
    }),
  }),
  end: route({
    method: 'DELETE',
    path: '/api/preview/',
    summary: 'End the preview',
    access: { kind: 'preview' },
    reply: 'nothing',
  }),
}
