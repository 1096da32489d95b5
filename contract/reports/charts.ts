import { z } from 'zod'
import { EXPORT_FORMATS } from '../../domain/files/export-formats.ts'
import { AGING_BUCKETS } from '../../domain/invoices/aging.ts'
import { agingFigures } from '../customers.ts'
import { route } from '../route.ts'
import { accountParams, amount, currency, date, id, strict } from '../shapes.ts'
import { COLLECTED_SOURCES } from './sources.ts'

/** Reports that can be exported. */
export const REPORTS = ['months', 'expected-cash', 'aging', 'sources', 'debtors', 'next-days'] as const
export type ReportName = (typeof REPORTS)[number]

const access = { kind: 'staff', right: 'reports.read' } as const
const inCurrency = { currency: currency.optional() }

/** The report's currency, and those in which it has something to show; the account's own first. */
const shownIn = { today: date, currency, currencies: z.array(currency) }

const preparing = z
  .boolean()
  .describe('true while the sums for this report are still being prepared; ask again in a few seconds')

const tenths = z.string().nullable().describe('decimal string with one decimal; null where it has no value')

const month = z.object({
  from: date,
  until: date.describe('its last day, or today in the current month'),
  invoiced: amount,
  collected: amount,
  owed: amount.describe('at its end'),
  dso_days: tenths,
  effectiveness_percent: tenths,
  days_delinquent: tenths,
  aging: agingFigures.describe('at its end, by the due dates that the invoices have now'),
})

const week = z.object({
  from: date,
  until: date,
  likely: amount,
  low: amount.describe('in 8 of 10 cases, the week brings at least this'),
  high: amount.describe('and at most this'),
})

const customerOfRow = z.object({ pk: id, short_name: z.string() })

const agedCustomer = z.object({ customer: customerOfRow, aging: agingFigures })

const source = z.object({
  source: z.enum(COLLECTED_SOURCES),
  step_name: z.string().describe('of the reminder; otherwise empty'),
  collected: amount,
  payments: z.number().int(),
})

const debtor = z.object({
  customer: customerOfRow,
  owed: amount,
  past_due: amount,
  open_invoices: z.number().int(),
  oldest_days: z.number().int(),
  aging: agingFigures,
})

/** Kinds of things that come on a day. */
export const COMING_KINDS = ['due', 'promise', 'installment', 'automatic'] as const

const behind = z.object({
  kind: z.enum(['invoice', 'payment', 'payment_plan', 'customer', 'entry']).describe('what the row opens'),
  pk: id,
  text: z.string().describe('its number, or what it is'),
  customer: customerOfRow.nullable(),
  on: date.nullable().describe('due date, day of booking, or day on which it comes'),
  amount,
})

const comingDay = z.object({
  day: date,
  kind: z.enum(COMING_KINDS),
  count: z.number().int(),
  amount,
})

/** Reports from sums that a job brings up to date are read on the primary, since reading them may queue the job. */
const MAY_QUEUE = false

const get = <const Path extends `/api/accounts/:account/reports/${string}/`, R extends z.ZodType>(
  path: Path,
  summary: string,
  reply: R,
  mayReadReplica = true,
) =>
  route({
    method: 'GET',
    path,
    summary,
    access,
    ...(mayReadReplica && { mayReadReplica: true as const }),
    params: accountParams,
    query: strict(inCurrency),
    reply,
  })

export const charts = {
  months: get(
    '/api/accounts/:account/reports/months/',
    'Read twelve months: invoiced, collected, owed, days sales outstanding, collection effectiveness, days delinquent, aging',
    z.object({ ...shownIn, preparing, months: z.array(month) }),
    MAY_QUEUE,
  ),
  expectedCash: get(
    '/api/accounts/:account/reports/expected-cash/',
    'Read the cash that the next eight weeks are expected to bring, from each customer’s own delays',
    z.object({
      ...shownIn,
      preparing,
      owed: amount,
      weeks: z.array(week),
      later: amount.describe('owed and not expected within these weeks'),
      customers: z.number().int().describe('who owe'),
      customers_with_own_delays: z.number().int().describe('of them, with enough payments of their own'),
    }),
    MAY_QUEUE,
  ),
  sources: get(
    '/api/accounts/:account/reports/sources/',
    'Read what brought the money collected in the last twelve months',
    z.object({ ...shownIn, preparing, from: date, rows: z.array(source) }),
    MAY_QUEUE,
  ),
  debtors: get(
    '/api/accounts/:account/reports/debtors/',
    'Read the hundred customers who owe most',
    z.object({ ...shownIn, rows: z.array(debtor) }),
  ),
  behind: route({
    method: 'GET',
    path: '/api/accounts/:account/reports/behind/',
    summary:
      'Read the list behind a figure of a report: what was collected or invoiced in a period, invoices of a customer that were open on a day, customers of an expected week, payments of a source, what comes on a day. At most 1,000 rows',
    access,
    params: accountParams,
    query: strict({
      ...inCurrency,
      report: z.enum(
        ['collected', 'invoiced', 'aging', 'expected-cash', 'sources', 'next-days'],
        'Choose a report.',
      ),
      on: date
        .optional()
        .describe(
          'aging: the day, today without one; expected-cash: first day of the week; next-days: the day',
        ),
      from: date.optional().describe('collected, invoiced: the first day'),
      until: date
        .optional()
        .describe(
          'collected, invoiced: the last day, by default today; with today, later bookings count too',
        ),
      customer: id.optional().describe('aging: whose invoices'),
      bucket: z.enum(AGING_BUCKETS).optional().describe('aging: only of this age'),
      source: z.enum(COLLECTED_SOURCES).optional(),
      step_name: z.string().max(200).optional().describe('sources: of the reminder'),
      kind: z.enum(COMING_KINDS).optional().describe('next-days'),
    }),
    reply: z.object({ ...shownIn, preparing, count: z.number().int(), total: amount, rows: z.array(behind) }),
  }),
  nextDays: get(
    '/api/accounts/:account/reports/next-days/',
    'Read what falls due, is promised, or is charged automatically in the next seven days, of which today is the first',
    z.object({ ...shownIn, rows: z.array(comingDay) }),
  ),
  aging: route({
    method: 'GET',
    path: '/api/accounts/:account/reports/aging/',
    summary:
      'Read what each customer owed at the end of a day, by age. At most 1,000 customers; the export has all',
    access,
    params: accountParams,
    query: strict({ ...inCurrency, on: date.optional() }),
    reply: z.object({
      ...shownIn,
      on: date,
      total: agingFigures,
      customers: z.number().int(),
      rows: z.array(agedCustomer),
    }),
  }),
  export: route({
    method: 'POST',
    path: '/api/accounts/:account/reports/export/',
    summary: 'Export a report as CSV or XLSX',
    access: { kind: 'staff', right: 'export.read' },
    params: accountParams,
    body: strict({
      report: z.enum(REPORTS, 'Choose a report.'),
      ...inCurrency,
      on: date.optional().describe('only of the aging by customer'),
      format: z.enum(EXPORT_FORMATS).default('csv'),
    }),
    reply: 'file',
    rateLimit: { limit: 20, windowSeconds: 60 },
  }),
}
