import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { datesOfPeriod } from '../../../../domain/dates/periods.ts'
import type { AgingBucket } from '../../../../domain/invoices/aging.ts'
import { compareDecimals } from '../../../../domain/money/decimal.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type FilterColumn, filterConditions } from '../../../platform/db/filtering.ts'
import { bucketCondition } from '../../ledger/index.ts'
import type { AmountScale } from './amount-scale.ts'
import type { Match } from './search.ts'

/** A saved view of the list. `issued` is the customers' view: no drafts, void or written-off invoices. */
export type InvoiceView =
  | 'all'
  | 'open'
  | 'overdue'
  | 'due_this_week'
  | 'draft'
  | 'paid'
  | 'void'
  | 'written_off'
  | 'issued'

/** A selection of invoices. `search` has at least 3 characters, or none. */
export interface Selection {
  readonly view: InvoiceView
  readonly aging?: AgingBucket | undefined
  readonly customerId?: string | undefined
  readonly search: string
  readonly filters: readonly Filter[]
}

const OWED_VIEWS: readonly InvoiceView[] = ['open', 'overdue', 'due_this_week']
const SETTLED_VIEWS: readonly InvoiceView[] = ['draft', 'paid', 'void', 'written_off']

/** True when the selection has only owed invoices. */
export const isOwed = (selection: Selection): boolean =>
  OWED_VIEWS.includes(selection.view) || selection.aging !== undefined

/** True when the selection has no owed invoices. */
export const isSettled = (selection: Selection): boolean => SETTLED_VIEWS.includes(selection.view)

/** True when the counters alone can count the selection. */
export const isPlain = (selection: Selection): boolean =>
  selection.search === '' && selection.filters.length === 0

/** Returns a condition on a due date for the owed invoices of a selection. */
export function owedDates(
  selection: Selection,
  due: RawBuilder<unknown>,
  today: CalendarDate,
): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (selection.view === 'overdue') conditions.push(sql<boolean>`${due} < ${today}::date`)
  if (selection.view === 'due_this_week')
    conditions.push(
      sql<boolean>`(${due} >= ${today}::date and ${due} <= ${datesOfPeriod('next_7_days', today).to}::date)`,
    )
  if (selection.aging) conditions.push(bucketCondition(selection.aging, due, today))
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Everything that decides which invoices are read. */
export interface Chosen {
  readonly selection: Selection
  readonly today: CalendarDate
  readonly scale: AmountScale
  /** Condition of the search; null without one. */
  readonly match: Match | null
}

/** Tables and conditions for a statement. */
export interface Source {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<boolean>
}

const CUSTOMERS = sql`join customers c on c.account_id = i.account_id and c.id = i.customer_id`
const RECEIVABLES = sql`receivables r on r.account_id = i.account_id and r.invoice_id = i.id`
const INVOICES = sql`join invoices i on i.account_id = r.account_id and i.id = r.invoice_id`
const all = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`

/**
 * Returns the source of a selection, drafts included: invoices `i`, receivables `r`, and customers `c` if
 * needed.
 */
export function invoicesOf(ctx: Ctx, chosen: Chosen, withCustomers: boolean): Source {
  const { selection, match } = chosen
  // When zero does not pass, an inner join leaves out drafts, which have no receivable.
  const inner = isOwed(selection) || selection.view === 'paid' || !admitsZero(selection)
  const remaining = inner ? sql<bigint>`r.remaining_minor` : sql<bigint>`coalesce(r.remaining_minor, 0)`
  const joins = [inner ? sql`join ${RECEIVABLES}` : sql`left join ${RECEIVABLES}`]
  if (withCustomers) joins.push(CUSTOMERS)
  const columns = filterColumns(chosen, remaining)
  const conditions = [
    sql<boolean>`i.account_id = ${ctx.accountId}`,
    ...viewConditions(chosen),
    filterConditions(selection.filters, columns, chosen.scale.currency),
  ]
  if (selection.customerId !== undefined)
    conditions.push(sql<boolean>`i.customer_id = ${selection.customerId}`)
  if (match) conditions.push(match.amongInvoices)
  return { from: sql`invoices i ${sql.join(joins, sql` `)}`, where: all(conditions) }
}

function viewConditions({ selection, today }: Chosen): RawBuilder<boolean>[] {
  const { view } = selection
  const conditions: RawBuilder<boolean>[] = []
  if (view === 'draft' || view === 'void' || view === 'written_off')
    conditions.push(sql<boolean>`i.state = ${view}`)
  if (view === 'issued' || view === 'paid') conditions.push(sql<boolean>`i.state = 'open'`)
  if (view === 'paid') conditions.push(sql<boolean>`r.remaining_minor = 0`)
  // Both tables have the due date; a condition on each filters rows before the join.
  if (isOwed(selection))
    conditions.push(
      sql<boolean>`r.remaining_minor > 0`,
      owedDates(selection, sql`r.due_date`, today),
      owedDates(selection, sql`i.due_date`, today),
    )
  return conditions
}

/** Returns whether settled invoices pass the filters on the remaining amount. */
export const admitsZero = (selection: Selection): boolean =>
  selection.filters.every(({ name, operator, argument, exclude }) => {
    if (name !== 'remaining') return true
    const sign = compareDecimals('0', argument)
    const passes = {
      lt: sign < 0,
      lte: sign <= 0,
      gt: sign > 0,
      gte: sign >= 0,
      eq: sign === 0,
      neq: sign !== 0,
    }[operator]
    return passes !== exclude
  })

function filterColumns({ scale }: Chosen, remaining: RawBuilder<bigint>): Record<string, FilterColumn> {
  return {
    remaining: { expression: scale.scaled(remaining, 'i'), kind: 'amount' },
    total: { expression: scale.scaled(sql<bigint>`i.total_minor`, 'i'), kind: 'amount' },
    due_date: { expression: sql`i.due_date`, kind: 'date' },
    invoice_date: { expression: sql`i.invoice_date`, kind: 'date' },
    currency: { expression: sql`i.currency`, kind: 'text' },
    state: { expression: sql`i.state`, kind: 'text' },
  }
}

/** Columns of receivables. Other filters need the invoices. */
function owedColumns({ scale }: Chosen): Record<string, FilterColumn> {
  return {
    remaining: { expression: scale.scaled(sql<bigint>`r.remaining_minor`, 'r'), kind: 'amount' },
    due_date: { expression: sql`r.due_date`, kind: 'date' },
    currency: { expression: sql`r.currency`, kind: 'text' },
  }
}

/** Returns the source of a selection's owed invoices, from receivables `r` where their columns suffice. */
export function owedOf(ctx: Ctx, chosen: Chosen): Source {
  const { selection, today, scale, match } = chosen
  const known = owedColumns(chosen)
  const plain = selection.filters.filter((filter) => filter.name in known)
  const others = selection.filters.filter((filter) => !(filter.name in known))
  const conditions = [
    sql<boolean>`r.account_id = ${ctx.accountId}`,
    sql<boolean>`r.remaining_minor > 0`,
    owedDates(selection, sql`r.due_date`, today),
    filterConditions(plain, known, scale.currency),
    filterConditions(others, filterColumns(chosen, sql<bigint>`r.remaining_minor`), scale.currency),
  ]
  if (selection.customerId !== undefined)
    conditions.push(sql<boolean>`r.customer_id = ${selection.customerId}`)
  if (match) conditions.push(match.amongOwed)
  return { from: sql`receivables r ${others.length > 0 ? INVOICES : sql``}`, where: all(conditions) }
}
