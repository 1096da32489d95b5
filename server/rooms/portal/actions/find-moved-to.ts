import type { Ctx } from '../../../platform/context.ts'
import { movedInBooksTo } from '../../customers/index.ts'

/**
 * Returns the customer that has the invoices of this one since a merge in the books. Null where there is none, and where the caller
 * doesn't log in for it.
 */
export async function findMovedTo(
  ctx: Ctx,
  { id, mergedInto }: { readonly id: string; readonly mergedInto: string | null },
): Promise<string | null> {
  const { actor } = ctx
  if (mergedInto === null || actor.kind !== 'customer') return null
  const movedTo = await movedInBooksTo(ctx, id)
  return movedTo !== null && actor.customerIds.includes(movedTo) ? movedTo : null
}
