import { z } from 'zod'
import { PLAN_QUOTA_NAMES } from '../../domain/accounts/plan-quotas.ts'
import { DATE_FORMATS } from '../../domain/dates/calendar.ts'
import { agingFigures } from '../customers.ts'
import { payment } from '../payments/payment-shapes.ts'
import { route } from '../route.ts'
import {
  accountParams,
  amount,
  currency,
  date,
  id,
  instant,
  listQuery,
  paged,
  requiredName,
  requiredText,
  strict,
  text,
} from '../shapes.ts'

/** Choices for how many days a report is shared. */
export const SHARE_DAYS = [30, 90, 365] as const

const reportLink = z.object({
  pk: id,
  recipient: z.string(),
  shows_customers: z.boolean(),
  state: z.enum(['active', 'expired', 'revoked']),
  created_at: instant,
  created_by: z.string(),
  expires_at: instant,
  revoked_at: instant.nullable(),
  revoked_by: z.string().nullable(),
  last_opened_at: instant.nullable(),
  times_opened: z.number().int(),
  url: z
    .string()
    .nullable()
    .describe('the report’s address; null once it has ended, or when its signing secret is gone'),
})

const days = z.number().int().nullable()

const sharedCurrency = z.object({
  currency,
  owed: amount,
  past_due: amount,
  open_invoices: z.number().int(),
  customers_owing: z.number().int(),
  aging: agingFigures,
  aging_counts: z.record(z.string(), z.number().int()),
  dso: z
    .object({
      days: days.describe('null when voided amounts equal or exceed invoiced amounts in the period'),
      invoiced: amount,
      over_days: z
        .number()
        .int()
        .describe('days in the period: 90, or fewer for an account with a shorter history'),
    })
    .describe('days sales outstanding: owed ÷ invoiced × days'),
  top_debtors: z.array(
    z.object({
      name: z.string().nullable().describe('null where the link hides who owes'),
      owed: amount,
      past_due: amount,
      open_invoices: z.number().int(),
      oldest_days: z.number().int(),
    }),
  ),
  months: z
    .array(
      z.object({
        until: date.describe('its last day, or today in the current month'),
        invoiced: amount,
        collected: amount,
        owed: amount.describe('at its end'),
        dso_days: days,
      }),
    )
    .describe('up to 12, from the first in which anything was booked'),
})

/** Work that waits for a person, most urgent first. The due tasks of the worklist come by their cause. */
export const NEXT_STEPS = [
  'payment_cases',
  'failed_charges',
  'conflicts',
  'answers',
  'refused_addresses',
  'follow_ups',
  'other_tasks',
  'access_requests',
  'drafts',
] as const

const linkParams = strict({ account: id, link: id })
const share = { kind: 'staff', right: 'reports.share' } as const

export const reports = {
  dashboard: route({
    method: 'GET',
    path: '/api/accounts/:account/dashboard/',
    summary: 'Read what is owed, its age, the top debtors and the latest payments',
    access: { kind: 'staff', right: 'dashboard.read' },
    mayReadReplica: true,
    params: accountParams,
    reply: z.object({
      today: z.string(),
      currencies: z.array(
        z.object({
          currency: z.string(),
          owed: amount,
          past_due: amount,
          due_in_7_days: amount.describe('due today and in the six days after it'),
          collected_30_days: amount.describe(
            'received in the 30 days until today, by the day received, less refunds and returns, without surcharges',
          ),
          in_flight: amount.describe('of payments with status `waiting`, surcharges included'),
          aging: agingFigures,
          aging_counts: z.record(z.string(), z.number().int()),
          open_invoices: z.number().int(),
          customers_owing: z.number().int(),
        }),
      ),
      top_debtors: z.array(
        z.object({
          customer: z.object({ pk: id, short_name: z.string() }),
          currency: z.string(),
          owed: amount,
          past_due: amount,
          open_invoices: z.number().int(),
          oldest_days: z.number().int(),
          aging: agingFigures,
        }),
      ),
      latest_payments: z.array(payment),
      counts: z.object({ customers: z.number().int(), invoices: z.number().int(), drafts: z.number().int() }),
    }),
  }),
  nextSteps: route({
    method: 'GET',
    path: '/api/accounts/:account/dashboard/next/',
    summary: 'Count what a person should do today by kind, and for whom',
    access: { kind: 'staff', right: 'dashboard.read' },
    params: accountParams,
    reply: z.object({
      steps: z.array(
        z.object({
          kind: z.enum(NEXT_STEPS),
          count: z.number().int().describe('at least 1'),
          names: z
            .array(z.string())
            .describe('the first three customers by day; addresses of people who ask for access'),
          more_names: z.boolean().describe('there are further ones'),
          amounts: z
            .array(z.object({ currency: z.string(), amount }))
            .describe('what is still owed on the invoices of the tasks, or what the drafts add up to'),
        }),
      ),
    }),
  }),
  search: route({
    method: 'GET',
    path: '/api/accounts/:account/search/',
    summary: 'Search customers, invoices and payments for at least 3 characters',
    access: { kind: 'staff', right: 'dashboard.read' },
    mayReadReplica: true,
    params: accountParams,
    query: strict({ q: text(100) }),
    reply: z.object({
      results: z.array(
        z.object({
          kind: z.enum(['customer', 'invoice', 'payment']),
          pk: id,
          title: z.string(),
          detail: z.string(),
        }),
      ),
    }),
  }),
  planQuotas: route({
    method: 'GET',
    path: '/api/accounts/:account/plan-quotas/',
    summary: 'Read the plan’s limits and their usage',
    access: { kind: 'staff', right: 'plans.read' },
    params: accountParams,
    reply: z.object({
      plan_quotas: z.array(
        z.object({
          codename: z.enum(PLAN_QUOTA_NAMES),
          name: z.string(),
          description: z.string(),
          is_boolean: z.boolean(),
          value: z.number().int().nullable().describe('the limit; null without one'),
          used: z.number().int(),
        }),
      ),
    }),
  }),
  links: route({
    method: 'GET',
    path: '/api/accounts/:account/report-links/',
    summary: 'List current and past shared reports, newest first',
    access: share,
    params: accountParams,
    query: strict({ page: listQuery.page, page_size: listQuery.page_size }),
    reply: paged(reportLink),
  }),
  share: route({
    method: 'POST',
    path: '/api/accounts/:account/report-links/',
    summary: 'Share the receivables report by a link. Anyone with it can read the report',
    access: { ...share, feature: 'PRO_FEATURES' },
    rateLimit: { limit: 60, windowSeconds: 15 * 60 },
    params: accountParams,
    body: strict({
      recipient: requiredName(80).describe('the recipient’s name'),
      days: z.literal(SHARE_DAYS, 'Choose 30, 90 or 365 days.').default(30),
      shows_customers: z
        .boolean('Must be true or false.')
        .default(false)
        .describe('whether the report names the customers who owe most'),
    }),
    reply: reportLink,
    status: 201,
  }),
  stopSharing: route({
    method: 'DELETE',
    path: '/api/accounts/:account/report-links/:link/',
    summary: 'Stop sharing a report. Its link stops working',
    access: share,
    params: linkParams,
    reply: reportLink,
  }),
  readShared: route({
    method: 'POST',
    path: '/api/ista-report/',
    summary: 'Read a shared report: aging, days sales outstanding, top debtors, trend',
    access: { kind: 'public' },
    rateLimit: { limit: 120, windowSeconds: 60 },
    body: strict({ token: requiredText(200) }),
    reply: z.object({
      company: z.object({ name: z.string(), logo: z.string().nullable() }),
      recipient: z.string(),
      shows_customers: z.boolean(),
      today: date,
      as_of: instant,
      expires_on: date,
      timezone: z.string(),
      date_format: z.enum(DATE_FORMATS),
      currencies: z.array(sharedCurrency),
    }),
  }),
}
