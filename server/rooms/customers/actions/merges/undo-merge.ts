import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { type MergedFields, mergedFieldsOf } from '../../rules/merged-fields.ts'
import type { Customer, CustomerDetailReply } from '../../rules.ts'
import { lockCustomers, updateCustomers } from '../../store/customers.ts'
import { findMerge, markUndone, setMergedInto } from '../../store/merges.ts'
import { readCustomer, readCustomerDetail } from '../read-customer.ts'

/**
 * Undoes a merge: the duplicate has its own data again, and the other customer loses what it got, except what somebody changed since.
 * People keep the access that they had before. Refuses wrong_state for a customer that isn't merged.
 */
export async function undoMerge(ctx: Ctx, fromId: string): Promise<CustomerDetailReply> {
  await readCustomer(ctx, fromId)
  const merge = await findMerge(ctx, fromId)
  if (merge === null) throw refuse('wrong_state', 'This customer is not merged.')
  const locked = await lockCustomers(ctx, [merge.from_id, merge.into_id])
  const [from, into] = [locked.get(merge.from_id), locked.get(merge.into_id)]
  if (!from || !into) throw refuse('not_found')
  await updateCustomers(ctx, [
    { ...from, ...merge.from_before },
    { ...into, ...unchangedSince(into, merge.into_before, merge.into_after) },
  ])
  await setMergedInto(ctx, merge.from_id, null)
  await markUndone(ctx, merge.id)
  await ctx.app.jobs.enqueue(ctx, 'portal.undo-merge', {
    from: merge.from_id,
    into: merge.into_id,
    sinceMs: merge.merged_at.getTime(),
  })
  await audit(
    ctx,
    'customers.undo-merge',
    { type: 'customer', id: into.id },
    { because: from.shortName, from: from.id },
  )
  return readCustomerDetail(ctx, fromId)
}

/** The former values of the fields that the merge changed and nobody since. */
function unchangedSince(now: Customer, before: MergedFields, after: MergedFields): Partial<MergedFields> {
  const present = mergedFieldsOf(now)
  const same = (Object.keys(before) as (keyof MergedFields)[]).filter(
    (field) => JSON.stringify(present[field]) === JSON.stringify(after[field]),
  )
  return Object.fromEntries(same.map((field) => [field, before[field]]))
}
