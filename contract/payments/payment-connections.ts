import { z } from 'zod'
import { PAYMENT_TYPES } from '../../domain/payments/payment-status.ts'
import { route } from '../route.ts'
import { accountParams, instant, requiredText, strict, text } from '../shapes.ts'

/** An account's connection to a payment processor that has to be connected. */
export const paymentConnection = z.object({
  provider: z.string(),
  name: z.string().describe('of the processor'),
  status: z.enum(['available', 'connected', 'disconnected']),
  business: z.string().describe('the company’s name at the processor; may be empty'),
  live: z.boolean().describe('false with test keys, where no money moves'),
  connected: instant.nullable(),
  ended: instant.nullable(),
  ended_by: z.enum(['staff', 'processor']).nullable(),
  types: z.array(z.enum(PAYMENT_TYPES)).describe('what payers can use'),
})

const LIMIT = { limit: 30, windowSeconds: 15 * 60 }
const connectionParams = accountParams.extend({
  provider: z.string().regex(/^[a-z][a-z0-9_-]{1,39}$/),
})

export const paymentConnections = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/payment-connections/',
    summary: 'List the payment processors that can be connected, with the company’s connections',
    access: { kind: 'staff', right: 'settings.read' },
    params: accountParams,
    reply: z.array(paymentConnection),
  }),
  start: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-connections/:provider/start/',
    summary: 'Get the processor’s page where a person connects the company',
    access: { kind: 'staff', right: 'processor.connect' },
    rateLimit: LIMIT,
    params: connectionParams,
    reply: z.object({ url: z.string() }),
  }),
  finish: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-connections/:provider/finish/',
    summary: 'Finish a connection with what the processor sent back',
    access: { kind: 'staff', right: 'processor.connect' },
    rateLimit: LIMIT,
    params: connectionParams,
    body: strict({
      code: requiredText(2000),
      scope: text(1000).default(''),
      state: requiredText(2000),
    }),
    reply: paymentConnection,
  }),
  disconnect: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-connections/:provider/disconnect/',
    summary: 'End a connection, here and at the processor',
    access: { kind: 'staff', right: 'processor.connect' },
    rateLimit: LIMIT,
    params: connectionParams,
    reply: paymentConnection,
  }),
}
