import type { charts, ReportName } from '../../../../../contract/reports/charts.ts'
import { COMING_LABELS, SOURCE_LABELS } from '../../../../../contract/reports/source-labels.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { ColumnKind, ExportColumn } from '../../../../platform/exports/columns.ts'
import { agingOnDay } from '../../store/aging-on-day.ts'
import { showAging } from '../show-aging.ts'
import { readDebtors } from './read-debtors.ts'
import { readExpectedCash } from './read-expected-cash.ts'
import { readMonths } from './read-months.ts'
import { readNextDays } from './read-next-days.ts'
import { readSources } from './read-sources.ts'

/** The table of a report, ready to be exported. */
export interface ReportTable {
  readonly name: string
  readonly columns: readonly ExportColumn<never>[]
  readonly rows: readonly never[]
}

type Aging = ReturnType<typeof showAging>
type Reply<Name extends keyof typeof charts> = HandlerReplyOf<(typeof charts)[Name]>

/** Columns of a report, with its currency as the last one. */
function tableOf<Row>(
  name: string,
  currency: string,
  rows: readonly Row[],
  columns: readonly (readonly [string, ColumnKind, (row: Row) => string | number | null])[],
): ReportTable {
  return {
    name,
    rows: rows as readonly never[],
    columns: [
      ...columns.map(([title, kind, value]) => ({ name: title, kind, value })),
      { name: 'Currency', kind: 'text' as const, value: () => currency },
    ],
  }
}

const agingColumns = <Row>(of: (row: Row) => Aging) =>
  [
    ['Current', 'amount', (row: Row) => of(row).current],
    ['1–30 days past due', 'amount', (row: Row) => of(row).days_30],
    ['31–60 days past due', 'amount', (row: Row) => of(row).days_60],
    ['61–90 days past due', 'amount', (row: Row) => of(row).days_90],
    ['Over 90 days past due', 'amount', (row: Row) => of(row).over_90],
  ] as const

const months = ({ currency, months: rows }: Reply<'months'>): ReportTable =>
  tableOf('Months', currency, rows, [
    ['From', 'date', (row) => row.from],
    ['Until', 'date', (row) => row.until],
    ['Invoiced', 'amount', (row) => row.invoiced],
    ['Collected', 'amount', (row) => row.collected],
    ['Owed', 'amount', (row) => row.owed],
    ...agingColumns((row: (typeof rows)[number]) => row.aging as Aging),
    ['Days sales outstanding', 'amount', (row) => row.dso_days],
    ['Collection effectiveness (%)', 'amount', (row) => row.effectiveness_percent],
    ['Average days delinquent', 'amount', (row) => row.days_delinquent],
  ])

const expectedCash = ({ currency, weeks }: Reply<'expectedCash'>): ReportTable =>
  tableOf('Expected cash', currency, weeks, [
    ['From', 'date', (row) => row.from],
    ['Until', 'date', (row) => row.until],
    ['Likely', 'amount', (row) => row.likely],
    ['Low', 'amount', (row) => row.low],
    ['High', 'amount', (row) => row.high],
  ])

const sources = ({ currency, from, today, rows }: Reply<'sources'>): ReportTable =>
  tableOf('Collected by source', currency, rows, [
    ['From', 'date', () => from],
    ['Until', 'date', () => today],
    ['Source', 'text', (row) => SOURCE_LABELS[row.source]],
    ['Reminder step', 'text', (row) => row.step_name],
    ['Payments', 'number', (row) => row.payments],
    ['Collected', 'amount', (row) => row.collected],
  ])

const debtors = ({ currency, rows }: Reply<'debtors'>): ReportTable =>
  tableOf('Top debtors', currency, rows, [
    ['Customer', 'text', (row) => row.customer.short_name],
    ['Open invoices', 'number', (row) => row.open_invoices],
    ['Oldest, days past due', 'number', (row) => row.oldest_days],
    ...agingColumns((row: (typeof rows)[number]) => row.aging as Aging),
    ['Past due', 'amount', (row) => row.past_due],
    ['Owed', 'amount', (row) => row.owed],
  ])

const nextDays = ({ currency, rows }: Reply<'nextDays'>): ReportTable =>
  tableOf('Next seven days', currency, rows, [
    ['Day', 'date', (row) => row.day],
    ['Coming', 'text', (row) => COMING_LABELS[row.kind]],
    ['Count', 'number', (row) => row.count],
    ['Amount', 'amount', (row) => row.amount],
  ])

interface Wanted {
  readonly report: ReportName
  readonly currency: string
  readonly on: string
}

async function aging(ctx: Ctx, { currency, on }: Wanted): Promise<ReportTable> {
  const aged = await agingOnDay(ctx, { currency, on, withSums: true })
  const rows = aged.rows.map((row) => ({
    name: row.short_name,
    aging: showAging({ currency, ...row }),
  }))
  return tableOf('Aging by customer', currency, rows, [
    ['As of', 'date', () => on],
    ['Customer', 'text', (row) => row.name],
    ...agingColumns((row: (typeof rows)[number]) => row.aging),
    ['Owed', 'amount', (row) => row.aging.total],
  ])
}

const TABLES: Readonly<Record<ReportName, (ctx: Ctx, wanted: Wanted) => Promise<ReportTable>>> = {
  months: async (ctx, { currency }) => months(await readMonths(ctx, currency)),
  'expected-cash': async (ctx, { currency }) => expectedCash(await readExpectedCash(ctx, currency)),
  sources: async (ctx, { currency }) => sources(await readSources(ctx, currency)),
  debtors: async (ctx, { currency }) => debtors(await readDebtors(ctx, currency)),
  'next-days': async (ctx, { currency }) => nextDays(await readNextDays(ctx, currency)),
  aging,
}

/** Reads a report as a table. */
export const readReportTable = (ctx: Ctx, wanted: Wanted): Promise<ReportTable> =>
  TABLES[wanted.report](ctx, wanted)
