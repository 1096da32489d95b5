import type { Ctx } from '../../../platform/context.ts'
import { balanced, type NewEntry, projectionDeltas } from '../rules.ts'
import { applyDeltas, insertEntries, lockReceivables } from '../store/entries.ts'

/**
 * The one gate through which money facts are written: balance, lock, append, project. In the caller's transaction.
 * The database's checks make an over-payment or a negative balance impossible even if a caller is wrong.
 */
export async function appendEntries(ctx: Ctx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  const checked = entries.map((entry) => ({ ...entry, postings: balanced(entry.postings) }))
  const deltas = projectionDeltas(checked)
  await lockReceivables(
    ctx,
    deltas.receivables.map((item) => item.invoiceId),
  )
  await insertEntries(ctx, checked)
  await applyDeltas(ctx, deltas)
}
