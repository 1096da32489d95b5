import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { foundIds } from '../../../platform/db/distributed/found-ids.ts'
import { type FilterColumn, filterConditions } from '../../../platform/db/filtering.ts'
import { idsInOrder, listedIds } from '../../../platform/db/rows/id-lists.ts'
import { likePattern } from '../../../platform/db/search.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { CustomerRow } from '../rules.ts'
import type { CustomersTable } from '../tables.ts'
import { toCustomer } from './customers.ts'
import { selectMembersOf } from './groups.ts'

export interface CustomerMatching {
  /** Trimmed; empty selects all. */
  readonly search: string
  readonly filters: readonly Filter[]
  /** Today, time zone and currency of the account. */
  readonly today: CalendarDate
  readonly timezone: string
  readonly currency: string
}

export interface CustomerListing extends CustomerMatching {
  readonly order: { readonly column: string; readonly direction: 'asc' | 'desc' }
  readonly limit: number
  readonly offset: number
}

/** Pages of a list reach no deeper. */
const MAX_FOUND = 100_000

/** Balance and open invoices are joined to the whole list only when it is filtered or sorted by them. */
const BALANCE = sql`left join customer_balances b
  on b.account_id = c.account_id and b.customer_id = c.id and b.currency = c.currency`
const openInvoicesOfAll = (ctx: Ctx, today: CalendarDate) => sql`left join (
  select r.customer_id, count(*)::int as open_count, ${averageDays(today)} as average_days
  from receivables r where r.account_id = ${ctx.accountId} and r.remaining_minor > 0 group by r.customer_id
) o on o.customer_id = c.id`

/** Averages invoices past due only: those not yet due would hide how late the others are. */
const averageDays = (today: CalendarDate) =>
  sql`round(avg(${today}::date - r.due_date) filter (where r.due_date < ${today}::date), 1)`

const ORDERS: Record<string, RawBuilder<unknown>> = {
  short_name: sql`c.name_key`,
  company_name: sql`c.company_key`,
  email: sql`c.email`,
  created: sql`c.created_at`,
  balance: sql`coalesce(b.owed_minor, 0)`,
  open_invoices_count: sql`coalesce(o.open_count, 0)`,
  average_days_past_due: sql`coalesce(o.average_days, -1000000)`,
}

const filterColumns = (timezone: string): Record<string, FilterColumn> => ({
  short_name: { expression: sql`c.short_name`, kind: 'text' },
  company_name: { expression: sql`c.company_name`, kind: 'text' },
  email: { expression: sql`c.email`, kind: 'text' },
  currency: { expression: sql`c.currency`, kind: 'text' },
  is_active: { expression: sql`c.is_active`, kind: 'boolean' },
  parent: { expression: sql`c.parent_id`, kind: 'id' },
  group: { expression: sql`c.group_id`, kind: 'id' },
  has_group: { expression: sql`(c.group_id is not null)`, kind: 'boolean' },
  created: { expression: sql`(c.created_at at time zone ${timezone})::date`, kind: 'date' },
  balance: { expression: sql`coalesce(b.owed_minor, 0)`, kind: 'amount' },
  open_invoices_count: { expression: sql`coalesce(o.open_count, 0)`, kind: 'number' },
  average_days_past_due: { expression: sql`o.average_days`, kind: 'number' },
  reminders_status: { expression: sql`c.reminders_on`, kind: 'boolean' },
  statements_status: { expression: sql`c.statements_on`, kind: 'boolean' },
  late_fees_status: { expression: sql`c.late_fees_on`, kind: 'boolean' },
})

const FROM_LEDGER = new Set(['open_invoices_count', 'average_days_past_due'])

/** Converts a filter to the stored form: addresses in lower case, currency codes in upper case. */
const asStored = (filter: Filter): Filter => {
  if (filter.name === 'email') return { ...filter, argument: normalizeEmail(filter.argument) }
  return filter.name === 'currency' ? { ...filter, argument: filter.argument.toUpperCase() } : filter
}

/** SQL of the matching customers as `c`: a search as a CTE with its comma, and the FROM with its conditions. */
async function matchingCustomers(ctx: Ctx, matching: CustomerMatching, orderColumn: string) {
  const { search, filters, today, timezone, currency } = matching
  const used = new Set([orderColumn, ...filters.map((filter) => filter.name)])
  const joins = sql`${used.has('balance') ? BALANCE : sql``}
    ${[...used].some((name) => FROM_LEDGER.has(name)) ? openInvoicesOfAll(ctx, today) : sql``}`
  const conditions = filterConditions(filters.map(asStored), filterColumns(timezone), currency)
  const from = (join: RawBuilder<unknown>) =>
    sql`from customers c ${join} ${joins} where c.account_id = ${ctx.accountId} and ${conditions}`
  if (search === '') return { found: sql``, wanted: from(sql``) }
  const ids = await foundIds(ctx, sql`find_customers(${likePattern(search)}, ${MAX_FOUND})`)
  return {
    found: sql`found (id) as materialized (${ids}),`,
    wanted: from(sql`join found on found.id = c.id`),
  }
}

/** Returns the ids of the matching customers, `most` at most. */
export async function selectCustomerIds(
  ctx: Ctx,
  matching: CustomerMatching,
  most: number,
): Promise<string[]> {
  const { found, wanted } = await matchingCustomers(ctx, matching, 'short_name')
  const result = await sql<{ id: string }>`
    with ${found} wanted as (select c.id ${wanted} limit ${most}) select id from wanted`.execute(ctx.db)
  return result.rows.map((row) => row.id)
}

/** Returns one page of customers and the total count in one round trip. */
export async function selectCustomers(
  ctx: Ctx,
  listing: CustomerListing,
): Promise<{ count: number; customers: CustomerRow[] }> {
  const { order, today } = listing
  const { found, wanted } = await matchingCustomers(ctx, listing, order.column)
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`
  const by = sql`${ORDERS[order.column]} ${direction}, c.id ${direction}`
  const result = await sql<JoinedRow & { count: number; id: string | null }>`
    with ${found} page as (
      select c.id, row_number() over (order by ${by}) as n ${wanted}
      order by ${by} ${pageOf(listing.limit, listing.offset)}
    ), total as (select count(*)::int as count ${wanted})
    select total.count, ${FIELDS} from total left join page on true
      left join customers c on c.account_id = ${ctx.accountId} and c.id = page.id ${figuresOf(today)}
    order by page.n`.execute(ctx.db)
  return {
    count: result.rows[0]!.count,
    customers: await toCustomerRows(
      ctx,
      result.rows.filter((row) => row.id !== null),
    ),
  }
}

/** Returns the ids of the matching customers, or of the chosen ones among them, in an order, 16 bytes each. */
export async function selectOrderedIds(
  ctx: Ctx,
  matching: CustomerMatching,
  { column, direction }: CustomerListing['order'],
  chosen?: readonly string[],
): Promise<Buffer> {
  const { found, wanted } = await matchingCustomers(ctx, matching, column)
  const along = direction === 'asc' ? sql`asc` : sql`desc`
  return idsInOrder(
    ctx,
    sql`with ${found} wanted as (select c.id, ${ORDERS[column]} as key ${wanted})
      select id from wanted order by key ${along}, id ${along}`,
    chosen,
  )
}

/** Returns the customers with these ids, in their order. One that is gone is left out. */
export async function selectListed(
  ctx: Ctx,
  ids: readonly string[],
  today: CalendarDate,
): Promise<CustomerRow[]> {
  const result = await sql<JoinedRow>`
    select ${FIELDS} from (${listedIds(ids)}) page
      join customers c on c.account_id = ${ctx.accountId} and c.id = page.id ${figuresOf(today)}
    order by page.key`.execute(ctx.db)
  return toCustomerRows(ctx, result.rows)
}

/** Returns one customer with the same figures, or null. */
export async function selectCustomer(ctx: Ctx, id: string, today: CalendarDate): Promise<CustomerRow | null> {
  const result = await sql<JoinedRow>`
    select ${FIELDS} from customers c ${figuresOf(today)} where c.account_id = ${ctx.accountId} and c.id = ${id}`.execute(
    ctx.db,
  )
  return (await toCustomerRows(ctx, result.rows))[0] ?? null
}

interface JoinedRow extends Selectable<CustomersTable> {
  group_name: string | null
  group_reminders_on: boolean
  group_statements_on: boolean
  group_late_fees_on: boolean
  group_auto_pay_on: boolean
  owed_minor: bigint
  paid_minor: bigint
  unapplied_minor: bigint
  open_count: number
  average_days: string | null
  portal_email: string | null
  portal_accepted: boolean | null
  auto_pay: boolean
}

const FIELDS = sql`c.*, g.name as group_name, g.reminders_on as group_reminders_on, g.statements_on as group_statements_on,
  g.late_fees_on as group_late_fees_on, g.auto_pay_on as group_auto_pay_on,
  coalesce(b.owed_minor, 0)::bigint as owed_minor, coalesce(b.paid_minor, 0)::bigint as paid_minor,
  coalesce(b.unapplied_minor, 0)::bigint as unapplied_minor, o.open_count, o.average_days, p.portal_email, p.portal_accepted,
  exists (select from stored_methods s where s.account_id = c.account_id and s.customer_id = c.id
    and s.removed_at is null and s.auto_payments) as auto_pay`

const figuresOf = (today: CalendarDate) => sql`${BALANCE}
  left join customer_groups g on g.account_id = c.account_id and g.id = c.group_id
  left join lateral (
    select count(*)::int as open_count, ${averageDays(today)} as average_days
    from receivables r where r.account_id = c.account_id and r.customer_id = c.id and r.remaining_minor > 0
  ) o on true
  left join lateral (
    select u.email as portal_email, u.accepted_at is not null as portal_accepted
    from portal_user_customers l join portal_users u on u.account_id = l.account_id and u.id = l.portal_user_id
    where l.account_id = c.account_id and l.customer_id = c.id and u.disabled_at is null
    order by u.accepted_at is null, l.created_at, u.id limit 1
  ) p on true`

/** Adds the members of the groups, which several customers may share. */
async function toCustomerRows(ctx: Ctx, rows: readonly JoinedRow[]): Promise<CustomerRow[]> {
  const groupIds = new Set(rows.flatMap(({ group_id }) => (group_id === null ? [] : [group_id])))
  const members = await selectMembersOf(ctx, [...groupIds])
  return rows.map((row) => toCustomerRow(row, members.get(row.group_id ?? '') ?? []))
}

const toCustomerRow = (row: JoinedRow, memberIds: readonly string[]): CustomerRow => ({
  ...toCustomer(row),
  group:
    row.group_name === null
      ? null
      : {
          name: row.group_name,
          memberIds,
          remindersOn: row.group_reminders_on,
          statementsOn: row.group_statements_on,
          lateFeesOn: row.group_late_fees_on,
          autoPayOn: row.group_auto_pay_on,
        },
  owedMinor: row.owed_minor,
  paidMinor: row.paid_minor,
  unappliedMinor: row.unapplied_minor,
  openInvoices: row.open_count,
  averageDaysPastDue: row.average_days === null ? null : Number(row.average_days),
  portal:
    row.portal_email === null ? null : { email: row.portal_email, accepted: row.portal_accepted === true },
  autoPay: row.auto_pay,
})
