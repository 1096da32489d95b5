import { z } from 'zod'
import { route } from '../route.ts'
import { amount, id, strict } from '../shapes.ts'

/** Events that staff may trigger for a Sandbox payment instead of waiting for their day. */
export const SANDBOX_EVENTS = ['clear', 'return', 'dispute', 'expire', 'refund'] as const

const order = z.object({
  merchant: z.string(),
  description: z.string(),
  amount,
  currency: z.string(),
  status: z.enum(['open', 'approved', 'canceled', 'paid']),
})
/** The Sandbox's own names of its records. */
const chargeRef = z.string().regex(/^sbc_[\w-]{20}$/)
const oneOrder = strict({ account: id, order: chargeRef })
const oneCharge = strict({ account: id, charge: chargeRef })
const possible = z.object({
  possible: z.array(z.enum(SANDBOX_EVENTS)),
  clock: z.boolean().describe('the product’s clock may be moved: it is the demo'),
})
const THROTTLE = { limit: 120, windowSeconds: 60 } as const

/**
 * The Sandbox's own pages. They replace a processor's website: no money moves, and nothing here settles a
 * payment.
 */
export const sandbox = {
  readOrder: route({
    method: 'GET',
    path: '/api/sandbox/:account/orders/:order/',
    summary: 'Read an order for the Sandbox’s approval page',
    access: { kind: 'public', host: 'any' },
    rateLimit: THROTTLE,
    params: oneOrder,
    reply: order,
  }),
  approveOrder: route({
    method: 'POST',
    path: '/api/sandbox/:account/orders/:order/approve/',
    summary: 'Approve an order as the payer. The business captures it later',
    access: { kind: 'public', host: 'any' },
    rateLimit: THROTTLE,
    params: oneOrder,
    body: strict({}).optional(),
    reply: order,
  }),
  cancelOrder: route({
    method: 'POST',
    path: '/api/sandbox/:account/orders/:order/cancel/',
    summary: 'Cancel an order as the payer',
    access: { kind: 'public', host: 'any' },
    rateLimit: THROTTLE,
    params: oneOrder,
    body: strict({}).optional(),
    reply: order,
  }),
  readCharge: route({
    method: 'GET',
    path: '/api/accounts/:account/sandbox-charges/:charge/',
    summary: 'List the events the Sandbox can simulate for a payment',
    access: { kind: 'staff', right: 'payments.refund' },
    params: oneCharge,
    reply: possible,
  }),
  simulateEvent: route({
    method: 'POST',
    path: '/api/accounts/:account/sandbox-charges/:charge/events/',
    summary: 'Simulate an event for a payment now; the Sandbox sends a signed event',
    access: { kind: 'staff', right: 'payments.refund' },
    params: oneCharge,
    body: strict({ event: z.enum(SANDBOX_EVENTS, 'Choose what happens.') }),
    reply: possible,
  }),
}
