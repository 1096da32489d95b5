import type { Ctx } from '../../../../platform/context.ts'
import { liveConnection } from '../../store/connections.ts'
import type { ConflictRow } from '../../tables.ts'
import { kindOf, readDescription } from './left-behind.ts'
import { readInvoiceHere, readMemoHere } from './recognize-invoices.ts'

/**
 * Returns a conflict as it is now. One about what was left behind changes with every record that is decided or paid, and one about a
 * record that may be the same with every payment of it.
 */
export async function asItIsNow(ctx: Ctx, conflict: ConflictRow): Promise<ConflictRow> {
  const { kind, subject_id: subjectId } = conflict
  if ((kind !== 'not_in_books' && kind !== 'other_books') || conflict.closed_at !== null) return conflict
  const live = await liveConnection(ctx)
  if (live?.id !== conflict.connection_id) return conflict
  if (kind === 'not_in_books') return { ...conflict, ...(await readDescription(ctx, live, kindOf(conflict))) }
  const read = kindOf(conflict) === 'invoice' ? readInvoiceHere : readMemoHere
  const ours = subjectId && (await read(ctx, live.id, subjectId))
  return ours ? { ...conflict, ours } : conflict
}
