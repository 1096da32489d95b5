import { z } from 'zod'

/**
 * Requests as Intuit documents them and as its PHP SDK of 2021 sends them; no machine-readable contract is published. Undeclared
 * fields are violations.
 */
const amount = z.string().regex(/^\d{1,8}\.\d{2}$/)
const description = z.string().max(4000).optional()
const value = z.string().min(8).max(512)

const card = z.strictObject({
  number: z.string(),
  expMonth: z.string().regex(/^\d{2}$/),
  expYear: z.string().regex(/^\d{4}$/),
  cvc: z.string(),
  name: z.string(),
  address: z.strictObject({ postalCode: z.string() }),
})

const bankAccount = z.strictObject({
  name: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
  accountType: z.enum(['PERSONAL_CHECKING', 'PERSONAL_SAVINGS', 'BUSINESS_CHECKING', 'BUSINESS_SAVINGS']),
  phone: z.string().regex(/^\d{10}$/),
})

const charge = z.strictObject({
  amount,
  currency: z.enum(['USD', 'CAD']),
  token: value.optional(),
  cardOnFile: z.string().optional(),
  capture: z.boolean(),
  context: z.strictObject({
    mobile: z.enum(['true', 'false']),
    isEcommerce: z.enum(['true', 'false']),
    recurring: z.enum(['true', 'false']).optional(),
  }),
  description,
})

const check = z.strictObject({
  amount,
  token: value.optional(),
  bankAccountOnFile: z.string().optional(),
  paymentMode: z.literal('WEB'),
  description,
})

const named = (body: { token?: string | undefined }, onFile: string | undefined): boolean =>
  (body.token === undefined) !== (onFile === undefined)

export const REQUESTS: Readonly<Record<string, z.ZodType>> = {
  'POST payments/tokens': z.union([z.strictObject({ card }), z.strictObject({ bankAccount })]),
  'POST payments/charges': charge.refine((body) => named(body, body.cardOnFile)),
  'POST payments/echecks': check.refine((body) => named(body, body.bankAccountOnFile)),
  'POST payments/charges/:id/refunds': z.strictObject({ amount, description }),
  'POST payments/echecks/:id/refunds': z.strictObject({ amount, description }),
  'POST payments/txn-requests/:id/void': z.strictObject({}),
  'POST customers/:id/cards/createFromToken': z.strictObject({ value }),
  'POST customers/:id/bank-accounts/createFromToken': z.strictObject({ value }),
}
