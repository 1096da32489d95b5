import type { Ctx } from '../../../../platform/context.ts'
import { type Refusal, refuse } from '../../../../platform/refusal.ts'
import { hasLinks } from '../../store/connections.ts'
import type { ConnectionRow } from '../../tables.ts'
import { booksName } from '../move/former-books-name.ts'

/** Returns the connection whose books the account reads, or read last; undefined when it has read none. */
export async function findLatestBooks(
  ctx: Ctx,
  connections: readonly ConnectionRow[],
): Promise<ConnectionRow | undefined> {
  const latestFirst = connections.toSorted((a, b) => b.connected_at.getTime() - a.connected_at.getTime())
  for (const row of latestFirst) if (await hasLinks(ctx, row.id)) return row
  return undefined
}

/**
 * Refusal of wrong_state for an account that has read other books while nobody confirmed that it moves: their invoices would be
 * collected beside the new ones, and nobody would tell when they are paid.
 */
export const refuseOtherBooks = (ctx: Ctx, other: ConnectionRow): Refusal =>
  refuse(
    'wrong_state',
    `This account keeps the records of ${booksName(ctx, other)}. Connect that again, choose Move to bring them to other books, or open another account for the other books.`,
  )
