import { type RawBuilder, sql } from 'kysely'
import { addDays, type CalendarDate } from '../../../../domain/dates/calendar.ts'
import { datesOfPeriod } from '../../../../domain/dates/periods.ts'
import type { AgingBucket } from '../../../../domain/invoices/aging.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type FilterColumn, filterConditions } from '../../../platform/db/filtering.ts'
import { type Chosen, type InvoiceView, isOwed, isSettled, owedDates, type Selection } from './selection.ts'

/** Totals of a selection in one currency. Amounts in minor units. */
export interface Sum {
  readonly currency: string
  readonly count: number
  readonly remainingMinor: bigint
  readonly pastDueMinor: bigint
}

/** Ranges of due dates relative to today, from the longest past to the furthest future. */
const RANGES = ['over_90', 'days_90', 'days_60', 'days_30', 'soon', 'later'] as const
type Range = (typeof RANGES)[number]

interface CounterRow {
  readonly currency: string
  readonly kind: 'draft' | 'open' | 'void' | 'written_off' | 'owed'
  /** Only of owed invoices. */
  readonly range: Range
  readonly count: number
  readonly remaining: bigint
}

/** Reads the counters of the account or a customer: a few rows for any number of invoices. */
async function readCounterRows(ctx: Ctx, scopeId: string, today: CalendarDate): Promise<CounterRow[]> {
  const result = await sql<Omit<CounterRow, 'range'> & { range: number }>`
    select t.currency, t.kind, case when t.due_date < ${addDays(today, -90)}::date then 0 when t.due_date < ${addDays(today, -60)}::date then 1
      when t.due_date < ${addDays(today, -30)}::date then 2 when t.due_date < ${today}::date then 3
      when t.due_date <= ${datesOfPeriod('next_7_days', today).to}::date then 4 else 5 end as range,
      sum(t.invoices)::int as count, sum(t.remaining_minor)::bigint as remaining
    from invoice_tallies t where t.account_id = ${ctx.accountId} and t.scope_id = ${scopeId} group by 1, 2, 3`.execute(
    ctx.db,
  )
  return result.rows.map((row) => ({ ...row, range: RANGES[row.range]! }))
}

/** Returns the number of the account's invoices, drafts and void ones included, from the counters. */
export async function countAllInvoices(ctx: Ctx): Promise<number> {
  const result = await sql<{ count: number }>`
    select coalesce(sum(t.invoices), 0)::int as count from invoice_tallies t
    where t.account_id = ${ctx.accountId} and t.scope_id = ${ctx.accountId} and t.kind in ('draft', 'open', 'void', 'written_off')`.execute(
    ctx.db,
  )
  return result.rows[0]!.count
}

const LATE: readonly Range[] = ['over_90', 'days_90', 'days_60', 'days_30']
const COMING: readonly Range[] = ['soon', 'later']

/** Returns whether a view includes a counter row. */
function holds(view: InvoiceView, row: CounterRow): boolean {
  switch (view) {
    case 'open':
      return row.kind === 'owed'
    case 'overdue':
      return row.kind === 'owed' && LATE.includes(row.range)
    case 'due_this_week':
      return row.kind === 'owed' && row.range === 'soon'
    case 'all':
      return row.kind !== 'owed'
    case 'issued':
    case 'paid':
      return row.kind === 'open'
    default:
      return row.kind === view
  }
}

const ranges = (aging: AgingBucket): readonly Range[] => (aging === 'current' ? COMING : [aging])

/** Returns the invoices of a counter row that a plain selection includes. */
function countIn(selection: Selection, row: CounterRow): number {
  const { view, aging } = selection
  if (aging === undefined) {
    // Paid invoices are the open ones minus the owed ones.
    if (view === 'paid' && row.kind === 'owed') return -row.count
    return holds(view, row) ? row.count : 0
  }
  if (isSettled(selection) || row.kind !== 'owed' || !ranges(aging).includes(row.range)) return 0
  return view === 'all' || view === 'issued' || holds(view, row) ? row.count : 0
}

function sumOf(selection: Selection, rows: readonly CounterRow[], currency: string): Sum {
  const { view } = selection
  const sum = { currency, count: 0, remainingMinor: 0n, pastDueMinor: 0n }
  for (const row of rows) {
    if (row.currency !== currency) continue
    sum.count += countIn(selection, row)
    const counts = row.kind === 'owed' && !isSettled(selection)
    const chosen = selection.aging === undefined || ranges(selection.aging).includes(row.range)
    if (!counts || !chosen || !(view === 'all' || view === 'issued' || holds(view, row))) continue
    sum.remainingMinor += row.remaining
    if (LATE.includes(row.range)) sum.pastDueMinor += row.remaining
  }
  return sum
}

const VIEWS = ['all', 'open', 'overdue', 'due_this_week', 'draft', 'paid', 'void', 'written_off'] as const

export interface Counted {
  /** Currencies of the account's invoices. */
  readonly currencies: string[]
  /** Totals of the selection by currency. Valid only for a plain selection. */
  readonly sums: Sum[]
  /** Invoices of the whole account in each saved view. */
  readonly views: Record<(typeof VIEWS)[number], number>
}

/** Reads the counters: invoices in each saved view, and totals of a plain selection. */
export async function readCounts(ctx: Ctx, selection: Selection, today: CalendarDate): Promise<Counted> {
  const ofAccount = await readCounterRows(ctx, ctx.accountId, today)
  const { customerId } = selection
  const ofScope = customerId === undefined ? ofAccount : await readCounterRows(ctx, customerId, today)
  const countOf = (view: InvoiceView) =>
    ofAccount.reduce((sum, row) => sum + countIn({ view, search: '', filters: [] }, row), 0)
  return {
    currencies: currenciesOf(ofAccount),
    sums: currenciesOf(ofScope).map((currency) => sumOf(selection, ofScope, currency)),
    views: Object.fromEntries(VIEWS.map((view) => [view, countOf(view)])) as Counted['views'],
  }
}

const currenciesOf = (rows: readonly CounterRow[]): string[] =>
  [...new Set(rows.map((row) => row.currency))].sort()

/** Figures of a selection from the counters; null when they do not suffice. */
export interface CounterFigures {
  /** Owed amounts by currency. */
  readonly owed: Sum[] | null
  /** Number of all invoices in the selection. Null also when the selection has only owed ones. */
  readonly count: number | null
}

type Kind = CounterRow['kind']

const KINDS: Partial<Record<InvoiceView, readonly Kind[]>> = {
  all: ['draft', 'open', 'void', 'written_off'],
  issued: ['open'],
  paid: ['open', 'owed'],
  draft: ['draft'],
  void: ['void'],
  written_off: ['written_off'],
}

/** Columns that counters have. Owed invoices were sent and are neither void nor written off. */
const KNOWN: Readonly<Record<string, FilterColumn>> = {
  currency: { expression: sql`t.currency`, kind: 'text' },
  state: { expression: sql`case t.kind when 'owed' then 'open' else t.kind end`, kind: 'text' },
}
const KNOWN_OF_OWED: Readonly<Record<string, FilterColumn>> = {
  due_date: { expression: sql`t.due_date`, kind: 'date' },
}

/**
 * Reads a selection from the counters of `scopes` (a condition on `t`, or null). Supports filters on
 * currency and state, and on the due date of owed invoices.
 */
export async function readCounters(
  ctx: Ctx,
  { selection, today, scale }: Chosen,
  scopes: RawBuilder<boolean> | null,
): Promise<CounterFigures> {
  const ofDates = selection.filters.filter(({ name }) => name in KNOWN_OF_OWED)
  const ofAll = selection.filters.filter(({ name }) => name in KNOWN)
  const tellsOwed = ofDates.length + ofAll.length === selection.filters.length && !isSettled(selection)
  const tellsCount = ofAll.length === selection.filters.length && !isOwed(selection)
  if (scopes === null || !(tellsOwed || tellsCount)) return { owed: null, count: null }
  const kinds = new Set<Kind>([
    ...(tellsOwed ? (['owed'] as const) : []),
    ...((tellsCount && KINDS[selection.view]) || []),
  ])
  const result = await sql<Omit<Sum, 'count'> & { kind: Kind; count: number }>`
    select t.kind, t.currency, sum(t.invoices)::int as count, sum(t.remaining_minor)::bigint as "remainingMinor",
      coalesce(sum(t.remaining_minor) filter (where t.due_date < ${today}::date), 0)::bigint as "pastDueMinor"
    from invoice_tallies t
    where t.account_id = ${ctx.accountId} and ${scopes} and t.kind = any(${[...kinds]}::text[])
      and ${filterConditions(ofAll, KNOWN, scale.currency)}
      and (t.kind <> 'owed' or ${owedDates(selection, sql`t.due_date`, today)} and ${filterConditions(ofDates, KNOWN_OF_OWED, scale.currency)})
    group by t.kind, t.currency order by t.currency`.execute(ctx.db)
  const owed = result.rows.filter((row) => row.kind === 'owed' && row.count > 0)
  const others = result.rows.filter((row) => row.kind !== 'owed')
  const sum = (rows: readonly { count: number }[]) => rows.reduce((count, row) => count + row.count, 0)
  return {
    owed: tellsOwed ? owed.map(({ kind: _, ...of }) => of) : null,
    count: tellsCount ? sum(others) - (selection.view === 'paid' ? sum(owed) : 0) : null,
  }
}

/** Describes differences between the counters and the invoices. Empty when they agree. */
export async function verifyInvoiceCounters(ctx: Ctx): Promise<string[]> {
  await sql`set local statement_timeout = 0`.execute(ctx.db)
  const result = await sql<{
    scope_id: string
    kind: string
    currency: string
    kept: bigint
    counted: bigint
  }>`
    with counted as (
      select s.scope_id, i.state as kind, i.currency, count(*) as invoices, 0 as remaining
      from invoices i cross join lateral (values (i.account_id), (i.customer_id)) s(scope_id)
      where i.account_id = ${ctx.accountId} group by 1, 2, 3
      union all
      select s.scope_id, 'owed', r.currency, count(*), sum(r.remaining_minor)
      from receivables r cross join lateral (values (r.account_id), (r.customer_id)) s(scope_id)
      where r.account_id = ${ctx.accountId} and r.remaining_minor > 0 group by 1, 2, 3
    ), kept as (
      select scope_id, kind, currency, sum(invoices) as invoices, sum(remaining_minor) as remaining
      from invoice_tallies where account_id = ${ctx.accountId} group by 1, 2, 3
    )
    select coalesce(c.scope_id, k.scope_id) as scope_id, coalesce(c.kind, k.kind) as kind,
      coalesce(c.currency, k.currency) as currency, coalesce(k.invoices, 0)::bigint as kept, coalesce(c.invoices, 0)::bigint as counted
    from counted c full join kept k using (scope_id, kind, currency)
    where coalesce(c.invoices, 0) <> coalesce(k.invoices, 0) or coalesce(c.remaining, 0) <> coalesce(k.remaining, 0)
    order by 1, 2, 3`.execute(ctx.db)
  return result.rows.map(
    (row) =>
      `invoices ${row.kind} in ${row.currency} of ${row.scope_id}: ${row.kept} kept, ${row.counted} counted, or their sums differ`,
  )
}
