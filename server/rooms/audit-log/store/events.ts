import { type RawBuilder, sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { EventRow } from '../rules/present-event.ts'
import { ROWS } from './entries.ts'

/** Returns events of these actions, newest first, from after the event `before` on; of these customers when any are given. */
export async function selectEvents(
  ctx: Ctx,
  by: {
    readonly customers: readonly string[]
    readonly actions: readonly string[]
    readonly before: string | undefined
  },
  limit: number,
): Promise<EventRow[]> {
  const conditions: RawBuilder<unknown>[] = [
    sql`a.account_id = ${ctx.accountId}`,
    sql`a.action = any(${[...by.actions]})`,
  ]
  const [first, ...further] = by.customers
  // One customer's events are read from the index in their order.
  if (further.length > 0) conditions.push(sql`a.customer_id = any(${[...by.customers]}::uuid[])`)
  else if (first !== undefined) conditions.push(sql`a.customer_id = ${first}`)
  if (by.before !== undefined)
    conditions.push(
      sql`(a.at, a.id) < (select b.at, b.id from audit_entries b where b.account_id = ${ctx.accountId} and b.id = ${by.before})`,
    )
  const result = await sql<EventRow>`
    ${ROWS} where ${sql.join(conditions, sql` and `)}
    order by a.at desc, a.id desc ${pageOf(limit, 0)}`.execute(ctx.db)
  return result.rows
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
