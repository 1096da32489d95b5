import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { filterConditions } from '../../../platform/db/filtering.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { EventRow } from '../rules/present-event.ts'
import { ROWS } from './entries.ts'

/** Conditions and order of a list of events. */
export interface EventMatch {
  /** Narrows the list when there are any. */
  readonly customers: readonly string[]
  readonly actions: readonly string[]
  /** Some actions of all that the reader may see. */
  readonly isOfSomeActions: boolean
  /** On the day `at`. */
  readonly filters: readonly Filter[]
  readonly timezone: string
  readonly direction: 'asc' | 'desc'
  /** The event after which the page begins. */
  readonly before: string | undefined
}

/** Returns a page of events, newest or oldest first. */
export async function selectEvents(ctx: Ctx, match: EventMatch, limit: number): Promise<EventRow[]> {
  const page =
    match.isOfSomeActions && match.customers.length === 0
      ? pageOfActions(ctx, match, limit)
      : sql`${ROWS} where ${conditionOf(ctx, match)} and a.action = any(${[...match.actions]}) ${orderOf(match, 'a')}`
  return (await sql<EventRow>`${page} ${pageOf(limit, 0)}`.execute(ctx.db)).rows
}

const orderOf = ({ direction }: EventMatch, table: 'a' | 'e'): RawBuilder<unknown> => {
  const along = direction === 'asc' ? sql`asc` : sql`desc`
  return sql`order by ${sql.ref(`${table}.at`)} ${along}, ${sql.ref(`${table}.id`)} ${along}`
}

/** Merges the first events of each action, which are read from the index in their order: an action may be rare. */
const pageOfActions = (ctx: Ctx, match: EventMatch, limit: number): RawBuilder<unknown> => sql`
  with page as materialized (
    select e.id from unnest(${[...match.actions]}::text[]) wanted (action) cross join lateral (
      select a.id, a.at from audit_entries a
      where ${conditionOf(ctx, match)} and a.action = wanted.action ${orderOf(match, 'a')} ${pageOf(limit, 0)}) e
    ${orderOf(match, 'e')} ${pageOf(limit, 0)})
  ${ROWS} where a.account_id = ${ctx.accountId} and a.id in (select id from page) ${orderOf(match, 'a')}`

function conditionOf(ctx: Ctx, match: EventMatch): RawBuilder<unknown> {
  const { customers, filters, timezone, direction, before } = match
  const conditions: RawBuilder<unknown>[] = [sql`a.account_id = ${ctx.accountId}`]
  const [first, ...further] = customers
  // One customer's events are read from the index in their order.
  if (further.length > 0) conditions.push(sql`a.customer_id = any(${[...customers]}::uuid[])`)
  else if (first !== undefined) conditions.push(sql`a.customer_id = ${first}`)
  if (before !== undefined)
    conditions.push(
      sql`(a.at, a.id) ${direction === 'asc' ? sql`>` : sql`<`} (select b.at, b.id from audit_entries b where b.account_id = ${ctx.accountId} and b.id = ${before})`,
    )
  const columns = { at: { expression: sql`a.at`, kind: 'date', timezone } } as const
  if (filters.length > 0) conditions.push(filterConditions(filters, columns))
  return sql.join(conditions, sql` and `)
}

/**
 * Returns the next sealed entries after a position, in the order of their seals. An entry gets its position a minute or
 * two after it was written, and none is ever inserted before one that has a position.
 */
export async function selectEntriesAfterPosition(
  ctx: Ctx,
  position: number,
  limit: number,
): Promise<EventRow[]> {
  const result = await sql<EventRow>`
    with page as materialized (
      select s.entry_id from audit_seals s where s.account_id = ${ctx.accountId} and s.number > ${position}
      order by s.number ${pageOf(limit, 0)})
    ${ROWS} where a.account_id = ${ctx.accountId} and a.id in (select entry_id from page)
    order by s.number`.execute(ctx.db)
  return result.rows
}

/** Returns the sealed entries of these actions between two instants, oldest first. */
export async function selectSealedBetween(
  ctx: Ctx,
  by: { readonly fromMs: number; readonly toMs: number; readonly actions: readonly string[] },
  limit: number,
): Promise<EventRow[]> {
  const result = await sql<EventRow>`
    ${ROWS} where a.account_id = ${ctx.accountId} and a.action = any(${[...by.actions]}) and s.number is not null
      and a.at >= ${asDate(by.fromMs)} and a.at < ${asDate(by.toMs)}
    order by a.at, a.id ${pageOf(limit, 0)}`.execute(ctx.db)
  return result.rows
}
