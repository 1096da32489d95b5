import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { balanced, type Deltas, type NewEntry, projectionDeltas } from '../rules.ts'
import { insertEntries, lockHead, lockReceivables, type Receivable } from '../store/entries.ts'
import { applyDeltas } from '../store/projections.ts'

/**
 * Appends entries in the caller's transaction: checks the balance, takes the locks, writes the entries and
 * updates the projections. All money facts are written here. The database's checks make an over-payment or a
 * negative balance impossible even if a caller is wrong. Refuses wrong_state when an entry posts to an
 * invoice without a receivable. A caller that has locked all receivables of the entries passes them.
 */
export async function appendEntries(
  ctx: Ctx,
  entries: readonly NewEntry[],
  held?: readonly Receivable[],
): Promise<void> {
  if (entries.length === 0) return
  const checked = entries.map((entry) => ({ ...entry, postings: balanced(entry.postings) }))
  const deltas = projectionDeltas(checked)
  const [locked, head] = await Promise.all([
    held ??
      lockReceivables(
        ctx,
        deltas.receivables.map((item) => item.invoiceId),
      ),
    lockHead(ctx),
  ])
  const owed = new Set(locked.map((item) => item.invoiceId))
  checkOwed(deltas, owed)
  await Promise.all([insertEntries(ctx, head, checked, deltas.days), applyDeltas(ctx, deltas, owed)])
}

/** Only an entry with a due date creates a receivable. Every other entry needs an existing one. */
function checkOwed(deltas: Deltas, owed: ReadonlySet<string>): void {
  const missing = deltas.receivables.some((item) => item.dueDate === null && !owed.has(item.invoiceId))
  if (missing) throw refuse('wrong_state', 'Nothing is owed on this invoice.')
}
