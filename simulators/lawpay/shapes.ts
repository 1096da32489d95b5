import { z } from 'zod'

/** Requests as LawPay documents them. Undeclared fields are violations. */
const cents = z.number().int().positive()
const reference = z.string().min(1).max(255)

export const REQUESTS: Readonly<Record<string, z.ZodType>> = {
  'POST /oauth/token': z.union([
    z.strictObject({
      client_id: z.string(),
      client_secret: z.string(),
      grant_type: z.literal('authorization_code'),
      code: z.string(),
      redirect_uri: z.url(),
      scope: z.literal('payments'),
    }),
    z.strictObject({
      client_id: z.string(),
      client_secret: z.string(),
      grant_type: z.literal('client_credentials'),
      scope: z.literal('tenant'),
    }),
  ]),
  'POST /v1/tokens': z.strictObject({
    type: z.enum(['card', 'bank']),
    number: z.string(),
    routing_number: z.string().optional(),
    cvv: z.string().optional(),
    exp_month: z.number().int().min(1).max(12).optional(),
    exp_year: z.number().int().optional(),
    name: z.string().optional(),
    postal_code: z.string().optional(),
    account_type: z.enum(['CHECKING', 'SAVINGS']).optional(),
  }),
  'POST /v1/charges': z.strictObject({
    amount: cents,
    currency: z.string().regex(/^[A-Z]{3}$/),
    account_id: z.string(),
    method: z.string(),
    auto_capture: z.boolean(),
    reference,
    data: z.record(z.string(), z.string()),
  }),
  'POST /v1/charges/:id/capture': z.strictObject({ amount: cents }),
  'POST /v1/charges/:id/refund': z.strictObject({ amount: cents, reference }),
  'POST /v1/transactions/:id/void': z.strictObject({}),
  'POST /v1/cards': z.strictObject({ token_id: z.string() }),
  'POST /v1/banks': z.strictObject({ token_id: z.string() }),
  'PATCH /v1/merchant': z.strictObject({
    test_events_urls: z.array(z.url()).optional(),
    live_events_urls: z.array(z.url()).optional(),
  }),
}
