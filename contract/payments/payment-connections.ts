import { z } from 'zod'
import { DEPOSITS } from '../../domain/payments/deposit-to.ts'
import { PAYMENT_TYPES } from '../../domain/payments/payment-status.ts'
import { route } from '../route.ts'
import { accountParams, instant, requiredText, strict, text } from '../shapes.ts'

/** A field of the form that connects a processor by keys. */
const keyField = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string().describe('where the company finds it'),
  secret: z.boolean().describe('true for a value that a bystander must not read'),
  required: z.boolean(),
  choices: z
    .array(z.object({ value: z.string(), label: z.string() }))
    .describe('the values to choose from; none where it is typed'),
})

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
  worked: instant.nullable().describe('when the processor last answered, to the minute'),
  failed: instant.nullable().describe('when it last did not'),
  failure: z.enum(['auth', 'not_connected', 'rate_limited', 'unavailable', 'unknown_outcome']).nullable(),
  by_link: z.boolean().describe('true where a person connects it at the processor’s page'),
  opens_accounts: z.boolean().describe('true where an account can be opened there from here'),
  opened_here: z.boolean().describe('true for an account that was opened from here'),
  charges_enabled: z.boolean().describe('false while the processor takes no payments for the account'),
  missing: z.array(z.string()).describe('what the processor waits for then'),
  key_fields: z.array(keyField).describe('form that connects it by keys; none where it has no form'),
  types: z.array(z.enum(PAYMENT_TYPES)).describe('what payers can use'),
  limits: z.array(z.string()).describe('sentences about what the processor doesn’t do'),
  deposits: z
    .array(
      z.object({
        deposit_to: z.enum(DEPOSITS),
        type: z.enum(PAYMENT_TYPES),
        account: z.string().describe('takes these payments'),
        accounts: z.array(z.object({ id: z.string(), name: z.string() })).describe('to choose from'),
      }),
    )
    .describe('accounts there that take payments, where there may be several; trust holds clients’ money'),
  tells_payouts: z.boolean().describe('false where payouts to the bank can’t be read'),
})

/** Payments and methods that wait for a processor. */
export const connectionImpact = z.object({
  payments_under_way: z.number().int().describe('payments and refunds whose outcome is still open'),
  stored_methods: z.number().int(),
  automatic_payments: z.number().int().describe('customers whose invoices are paid with one of these'),
})

const fieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/)
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
  impact: route({
    method: 'GET',
    path: '/api/accounts/:account/payment-connections/:provider/impact/',
    summary: 'Count what waits for a processor, before its connection is ended',
    access: { kind: 'staff', right: 'processor.connect' },
    params: connectionParams,
    reply: connectionImpact,
  }),
  start: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-connections/:provider/start/',
    summary: 'Get the processor’s page where a person connects the company',
    access: { kind: 'staff', right: 'processor.connect' },
    rateLimit: LIMIT,
    params: connectionParams,
    query: strict({
      other_account: z
        .literal('true')
        .optional()
        .describe('connects another account of the company than before, whose payments stay there'),
    }),
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
      code: text(2000).default(''),
      scope: text(1000).default(''),
      state: requiredText(2000),
      extra_data: z
        .record(fieldName, text(2000))
        .refine((more) => Object.keys(more).length <= 20, 'At most 20 values.')
        .default({})
        .describe('everything else that the processor sent back'),
    }),
    reply: paymentConnection,
  }),
  connect: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-connections/:provider/keys/',
    summary: 'Connect a processor by keys. They are checked there, and never shown again',
    access: { kind: 'staff', right: 'processor.connect' },
    rateLimit: LIMIT,
    params: connectionParams,
    body: strict({
      values: z.record(fieldName, text(8000)).describe('by the name of their field in `key_fields`'),
      other_account: z.boolean().default(false).describe('as for start'),
    }),
    reply: paymentConnection,
  }),
  openAccount: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-connections/:provider/account/',
    summary: 'Open an account at the processor, and get its page where a person completes it',
    access: { kind: 'staff', right: 'processor.connect' },
    rateLimit: LIMIT,
    params: connectionParams,
    reply: z.object({ url: z.string() }),
  }),
  check: route({
    method: 'POST',
    path: '/api/accounts/:account/payment-connections/:provider/check/',
    summary: 'Ask the processor whether it takes payments for the account now',
    access: { kind: 'staff', right: 'processor.connect' },
    rateLimit: LIMIT,
    params: connectionParams,
    reply: paymentConnection,
  }),
  chooseAccounts: route({
    method: 'PUT',
    path: '/api/accounts/:account/payment-connections/:provider/deposit-accounts/',
    summary:
      'Choose which account at the processor takes which new payments; the others as before they were chosen',
    access: { kind: 'staff', right: 'processor.connect' },
    params: connectionParams,
    body: strict({
      choices: z
        .array(strict({ deposit_to: z.enum(DEPOSITS), type: z.enum(PAYMENT_TYPES), account: text(100) }))
        .max(10, 'At most 10 choices.'),
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
