import { z } from 'zod'

export const messagesShape = z.object({
  messages: z.array(
    z.object({ code: z.string(), level: z.string().optional(), entity_id: z.string().nullish() }),
  ),
})

export const tokenShape = z.object({ access_token: z.string().min(1) })

const account = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  currency: z.string().default('USD'),
  public_key: z.string(),
  secret_key: z.string(),
  trust_account: z.boolean().default(false),
})
/** The accounts of a business, with the keys of each. */
export const credentialsShape = z.object({
  merchant: z.object({ id: z.string(), name: z.string() }),
  test_accounts: z.array(account),
  live_accounts: z.array(account),
})
export type LawPayAccount = z.output<typeof account>

export const merchantShape = z.object({
  id: z.string(),
  name: z.string(),
  test_events_urls: z.array(z.string()).default([]),
  live_events_urls: z.array(z.string()).default([]),
})

const STATUSES = ['PENDING', 'AUTHORIZED', 'COMPLETED', 'VOIDED', 'FAILED'] as const

const method = z.object({
  id: z.string().nullish(),
  type: z.enum(['card', 'bank']),
  number: z.string().nullish(),
  card_type: z.string().nullish(),
  exp_month: z.number().int().nullish(),
  exp_year: z.number().int().nullish(),
})

/** Not money: a whole number of cents, converted to bigint at once. */
const cents = z.number().int().nonnegative()

export const refundShape = z.object({
  id: z.string(),
  status: z.enum(STATUSES),
  amount: cents,
  currency: z.string(),
  reference: z.string().nullish(),
  charge_id: z.string(),
  created: z.string(),
})
export type LawPayRefund = z.output<typeof refundShape>

export const chargeShape = z.object({
  id: z.string(),
  type: z.literal('CHARGE'),
  status: z.enum(STATUSES),
  amount: cents,
  amount_refunded: cents.default(0),
  currency: z.string(),
  auto_capture: z.boolean(),
  captured: z.boolean(),
  account_id: z.string(),
  reference: z.string().nullish(),
  method,
  failure_code: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  refunds: z.array(refundShape).default([]),
  created: z.string(),
  modified: z.string(),
})
export type LawPayCharge = z.output<typeof chargeShape>

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ page: z.number().int(), total_pages: z.number().int(), results: z.array(item) })

export const savedMethodShape = z.object({ id: z.string() })

export const eventShape = z.object({
  id: z.string(),
  type: z.string(),
  merchant_id: z.string(),
  data: z.object({ id: z.string(), type: z.string() }),
})
