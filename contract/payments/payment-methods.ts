import { z } from 'zod'
import { route } from '../route.ts'
import { id, line, requestId, strict } from '../shapes.ts'
import { askedBank, formField, storedMethod } from './payment-shapes.ts'

const nickname = line(40).describe('the customer’s own name of it, such as Office card; may be empty')

export const paymentMethods = {
  forms: route({
    method: 'GET',
    path: '/api/payment-methods/forms/',
    summary: 'List the kinds of payment method, and the forms of those that can be stored without paying',
    access: { kind: 'customer' },
    reply: z.array(
      z.object({
        option: z.string().describe('sent back with the filled form'),
        type: z.enum(['credit_card', 'e_check', 'paypal']),
        provider: z.string(),
        storable: z.boolean().describe('false where it is stored when it pays'),
        fields: z.array(formField).describe('empty where it is not storable'),
        publishable_key: z.string().optional(),
        script: z.string().optional().describe('address of the script that draws the processor’s own fields'),
        sandbox: z.boolean(),
      }),
    ),
  }),
  add: route({
    method: 'POST',
    path: '/api/payment-methods/',
    summary:
      'Store a payment method without paying, or instead of another. `request_id` is the idempotency key',
    access: { kind: 'customer' },
    body: strict({
      option: z.string().max(80),
      values: z.record(z.string().max(60), z.union([z.string().max(2000), z.boolean()])),
      name: nickname.default(''),
      enable_auto_payments: z
        .boolean()
        .default(false)
        .describe('agrees to automatic payments with this method instead of any other'),
      replaces: id.optional().describe('removed once this one is stored'),
      request_id: requestId,
    }),
    reply: z.union([storedMethod, askedBank]),
  }),
  rename: route({
    method: 'PATCH',
    path: '/api/payment-methods/:method/',
    summary: 'Name a stored payment method',
    access: { kind: 'customer' },
    params: strict({ method: id }),
    body: strict({ name: nickname }),
    reply: storedMethod,
  }),
}
