import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import type { AgingBucket } from '../../../../domain/aging.ts'
import { addDays, type CalendarDate } from '../../../../domain/calendar.ts'
import { SOON_DAYS } from '../../../../domain/invoice-status.ts'
import type { Ctx } from '../../../platform/context.ts'
import { filterConditions } from '../../../platform/db/filtering.ts'
import { likePattern } from '../../../platform/db/search.ts'
import { bucketCondition } from '../../ledger/index.ts'
import type { AmountScale } from './amount-scale.ts'

export const INVOICE_VIEWS = ['all', 'open', 'overdue', 'due_this_week', 'draft', 'paid', 'void'] as const
/** A saved view of the list; `issued` is what customers see: neither drafts nor what was closed without payment. */
export type InvoiceView = (typeof INVOICE_VIEWS)[number] | 'issued'

/** Which invoices are meant. `search` has 3 characters or more, or none. */
export interface Selection {
  readonly view: InvoiceView
  readonly aging?: AgingBucket | undefined
  readonly customerId?: string | undefined
  readonly search: string
  readonly filters: readonly Filter[]
}

const OWED_VIEWS: readonly InvoiceView[] = ['open', 'overdue', 'due_this_week']

/** True when only invoices on which something is owed are meant. */
export const isOwed = (selection: Selection): boolean =>
  OWED_VIEWS.includes(selection.view) || selection.aging !== undefined

/** True when what is meant can be counted from the tallies alone. */
export const isPlain = (selection: Selection): boolean =>
  selection.search === '' && selection.filters.length === 0

/** The days on which owed invoices of a selection fall due, as a condition on a due date. */
export function owedDates(
  selection: Selection,
  due: RawBuilder<unknown>,
  today: CalendarDate,
): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (selection.view === 'overdue') conditions.push(sql<boolean>`${due} < ${today}::date`)
  if (selection.view === 'due_this_week')
    conditions.push(sql<boolean>`(${due} >= ${today}::date and ${due} <= ${addDays(today, SOON_DAYS)}::date)`)
  if (selection.aging) conditions.push(bucketCondition(selection.aging, due, today))
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** From which tables, and under which conditions, the invoices of a selection are read. */
export interface Source {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<boolean>
  /** The column of `from` that holds what remains, or zero where drafts have none. */
  readonly remaining: RawBuilder<bigint>
  /** Whether drafts, which have no receivable, are among them. */
  readonly outer: boolean
  readonly scale: AmountScale
}

const CUSTOMERS = sql`join customers c on c.account_id = i.account_id and c.id = i.customer_id`
const RECEIVABLES = sql`receivables r on r.account_id = i.account_id and r.invoice_id = i.id`

/** More matches than these are not gathered first, but found along the way. */
const MOST_GATHERED = 2000

/** Builds the source of a selection. `withCustomers` when the order needs their names. */
export async function sourceOf(
  ctx: Ctx,
  selection: Selection,
  today: CalendarDate,
  scale: AmountScale,
  withCustomers: boolean,
): Promise<Source> {
  const found = await searchCondition(ctx, selection)
  const inner = isOwed(selection) || selection.view === 'paid'
  const remaining = inner ? sql<bigint>`r.remaining_minor` : sql<bigint>`coalesce(r.remaining_minor, 0)`
  const joins = [inner ? sql`join ${RECEIVABLES}` : sql`left join ${RECEIVABLES}`]
  if (withCustomers || found?.needsCustomers) joins.push(CUSTOMERS)
  const conditions = [
    sql<boolean>`i.account_id = ${ctx.accountId}`,
    viewCondition(selection, today),
    filterConditions(selection.filters, columnsOf(selection, remaining, scale), scale.currency),
  ]
  if (selection.customerId !== undefined)
    conditions.push(sql<boolean>`i.customer_id = ${selection.customerId}`)
  if (found) conditions.push(found.condition)
  return {
    from: sql`invoices i ${sql.join(joins, sql` `)}`,
    where: sql<boolean>`${sql.join(conditions, sql` and `)}`,
    remaining,
    outer: !inner,
    scale,
  }
}

function viewCondition(selection: Selection, today: CalendarDate): RawBuilder<boolean> {
  const owed = sql<boolean>`(r.remaining_minor > 0 and ${owedDates(selection, sql`r.due_date`, today)})`
  switch (selection.view) {
    case 'draft':
    case 'void':
      return sql<boolean>`(i.state = ${selection.view} and ${isOwed(selection) ? owed : sql`true`})`
    case 'issued':
      return sql<boolean>`(i.state = 'open' and ${isOwed(selection) ? owed : sql`true`})`
    case 'paid':
      return sql<boolean>`(i.state = 'open' and r.remaining_minor = 0 and ${isOwed(selection) ? owed : sql`true`})`
    case 'all':
      return isOwed(selection) ? owed : sql<boolean>`true`
    default:
      return owed
  }
}

/** A filter for something above zero leaves drafts out by itself; only then can an index on what remains serve it. */
function columnsOf(selection: Selection, remaining: RawBuilder<bigint>, scale: AmountScale) {
  const above = selection.filters.every(
    (filter) =>
      filter.name !== 'remaining' ||
      (!filter.exclude && ['gt', 'gte', 'eq'].includes(filter.operator) && /[1-9]/.test(filter.argument)),
  )
  return {
    remaining: {
      expression: scale.scaled(above ? sql<bigint>`r.remaining_minor` : remaining),
      kind: 'amount',
    },
    total: { expression: scale.scaled(sql<bigint>`i.total_minor`), kind: 'amount' },
    due_date: { expression: sql`i.due_date`, kind: 'date' },
    invoice_date: { expression: sql`i.invoice_date`, kind: 'date' },
    currency: { expression: sql`i.currency`, kind: 'text' },
    state: { expression: sql`i.state`, kind: 'text' },
  } as const
}

interface Found {
  readonly condition: RawBuilder<boolean>
  readonly needsCustomers: boolean
}

/** Few matches are gathered by the trigram indexes; of one customer, or when there are many, rows are looked at in turn. */
async function searchCondition(ctx: Ctx, selection: Selection): Promise<Found | null> {
  if (selection.search === '') return null
  const pattern = likePattern(selection.search)
  const byNumber = sql<boolean>`lower(i.number) like ${pattern}`
  if (selection.customerId !== undefined) return { condition: byNumber, needsCustomers: false }
  const result = await sql<{ ids: string[] }>`
    select coalesce(array_agg(id), '{}') as ids from find_invoices(${pattern}, ${MOST_GATHERED + 1}) as id`.execute(
    ctx.db,
  )
  const { ids } = result.rows[0]!
  if (ids.length <= MOST_GATHERED)
    return { condition: sql<boolean>`i.id = any(${ids}::uuid[])`, needsCustomers: false }
  return { condition: sql<boolean>`(${byNumber} or c.search_text like ${pattern})`, needsCustomers: true }
}
