import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'

/**
 * The ids that a search function finds, as a subquery with one column. A node of a distributed database can't run the
 * function within its part of a query, so there it is asked first.
 */
export async function foundIds({ app, db }: Ctx, search: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  if (!app.isDistributed) return sql`select ${search}`
  const { rows } = await sql<{ ids: string[] }>`select array(select ${search}) as ids`.execute(db)
  return sql`select unnest(${rows[0]!.ids}::uuid[])`
}
