import { z } from 'zod'
import { PLAN_QUOTA_NAMES } from '../../domain/accounts/plan-quotas.ts'
import { PLAN_FEATURES, PLAN_GROUPS } from '../../domain/accounts/plans.ts'
import { SUBSCRIPTION_STATUSES } from '../../domain/accounts/subscription.ts'
import { amount, currency, id, instant } from '../shapes.ts'

/** A plan of the catalogue. */
export const plan = z.object({
  url: z.string(),
  pk: id,
  name: z.string(),
  description: z.string(),
  plan_quotas: z.array(
    z.object({
      codename: z.enum([...PLAN_QUOTA_NAMES, 'SUB_ACCOUNTS']),
      name: z.string(),
      description: z.string(),
      is_boolean: z.boolean(),
      value: z.union([z.number().int(), z.boolean()]).nullable().describe('null is no limit'),
    }),
  ),
  billing: z.object({ amount, currency, interval: z.enum(['month', 'year']) }),
  features: z.array(z.enum(PLAN_FEATURES)),
  default: z.boolean().describe('proposed to a company that has not chosen'),
  group: z.enum(PLAN_GROUPS),
})

/** How an account's access to Quittance stands. */
export const subscription = z.object({
  status: z.enum(SUBSCRIPTION_STATUSES),
  start_iso: instant.describe('start of the current status'),
  start: z.number().int().describe('the same in seconds since 1970'),
  trial_end: instant.nullable(),
  trial_left: z
    .object({ days: z.number().int(), hours: z.number().int(), minutes: z.number().int() })
    .nullable()
    .describe('the rest of the trial; null without one and once it is over'),
  is_active: z.boolean().describe('active, or in a trial that is not over'),
  stripe_id: z.string().nullable().describe('the subscription at the seller of plans; null without one'),
  customer: z
    .object({
      email: z.string(),
      default_source: z
        .object({
          brand: z.string(),
          last4: z.string(),
          exp_month: z.number().int(),
          exp_year: z.number().int(),
        })
        .nullable()
        .describe('the card on file'),
    })
    .nullable()
    .describe('null without a subscription, and for roles that don’t read billing'),
})
