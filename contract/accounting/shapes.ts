import { z } from 'zod'
import { instant } from '../shapes.ts'

export const SYNC_STATUSES = ['none', 'queued', 'in_progress'] as const
export const SIMULATED = ['activity', 'close_period', 'open_period'] as const
export type Simulated = (typeof SIMULATED)[number]

/** Things that a connection can do, by their names in the API. */
export const accountingFeatures = z.object({
  post_payments: z.boolean(),
  manual_payments: z.boolean().optional().describe('people enter each payment there, from a task'),
  apply_credit: z.boolean(),
  late_fees: z.boolean(),
  tax_codes: z.boolean(),
  items: z.boolean(),
  accounts: z.boolean(),
  multi_currency: z.boolean(),
  webhooks: z.boolean(),
  surcharges: z.boolean().optional(),
  pdf: z.boolean().optional(),
})

/** The account's connection to an accounting platform, as the account shows it. */
export const accountConnection = z.object({
  provider: z.string(),
  name: z.string().describe('of the platform'),
  company: z.string().describe('the company’s name at the platform; may be empty'),
  status: z.enum(['connected', 'disconnected']),
  features: accountingFeatures,
  since: instant,
  fresh_until: instant
    .nullable()
    .describe(
      'nobody is reminded or charged by schedule after it, until the next sync; null before the first',
    ),
})
