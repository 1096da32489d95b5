import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { type MergedFields, mergedFieldsOf } from '../../rules/merged-fields.ts'
import { type Customer, type CustomerDetailReply, tidyEmails } from '../../rules.ts'
import { ancestorsOf, lockCustomers, lockParents, updateCustomers } from '../../store/customers.ts'
import { lockGroup } from '../../store/groups.ts'
import { findMerge, type MergeRow } from '../../store/merges.ts'
import { readCustomer, readCustomerDetail } from '../read-customer.ts'
import { endMerge } from './end-merge.ts'

/**
 * Undoes a merge: the duplicate has its own data again, and the other customer loses what it got, except what somebody changed since.
 * People keep the access that they had before. Refuses wrong_state for a customer that isn't merged, and while the other one is itself
 * merged, because that one has the data now, and for a merge that was made in books.
 */
export async function undoMerge(ctx: Ctx, fromId: string): Promise<CustomerDetailReply> {
  await readCustomer(ctx, fromId)
  const read = await findMerge(ctx, fromId)
  const groupId = read === null ? null : await keepGroup(ctx, read.from_before.groupId)
  // The locks of a group and of the parents come before those of customers.
  await lockParents(ctx)
  const locked = await lockCustomers(ctx, read === null ? [] : [read.from_id, read.into_id])
  // Read again after the locks: somebody may have undone it meanwhile.
  const merge = await findMerge(ctx, fromId)
  if (read === null || merge?.id !== read.id) throw refuse('wrong_state', 'This customer is not merged.')
  const [from, into] = [locked.get(merge.from_id), locked.get(merge.into_id)]
  if (!from || !into) throw refuse('not_found')
  if (merge.merged_in !== null)
    throw refuse(
      'wrong_state',
      `${from.shortName} was merged in ${merge.merged_in}, which says when it is not.`,
    )
  if (into.mergedInto !== null)
    throw refuse('wrong_state', `${into.shortName} is merged into another customer. Undo that merge first.`)
  const parentId = await parentBefore(ctx, merge)
  await updateCustomers(ctx, [
    { ...from, ...merge.from_before, groupId, parentId },
    tidyEmails({ ...into, ...restoredFields(into, merge.into_before, merge.into_after) }),
  ])
  await endMerge(ctx, merge, from.shortName)
  return readCustomerDetail(ctx, fromId)
}

/** Keeps the duplicate's former group from being deleted. Null when it was deleted since. */
const keepGroup = async (ctx: Ctx, groupId: string | null): Promise<string | null> =>
  groupId !== null && (await lockGroup(ctx, groupId, 'share')) !== null ? groupId : null

/** Returns the duplicate's former parent; null when that is below the duplicate by now. */
async function parentBefore(ctx: Ctx, { from_id: fromId, from_before: before }: MergeRow) {
  if (before.parentId === null) return null
  return (await ancestorsOf(ctx, before.parentId)).includes(fromId) ? null : before.parentId
}

/** The former values of the fields that the merge changed and nobody since, and lists of addresses without those that it added. */
function restoredFields(now: Customer, before: MergedFields, after: MergedFields): Partial<MergedFields> {
  const present = mergedFieldsOf(now)
  const same = (Object.keys(before) as (keyof MergedFields)[]).filter(
    (field) => JSON.stringify(present[field]) === JSON.stringify(after[field]),
  )
  const added = new Set(after.extraEmails.filter((email) => !before.extraEmails.includes(email)))
  return {
    extraEmails: present.extraEmails.filter((email) => !added.has(email)),
    ...Object.fromEntries(same.map((field) => [field, before[field]])),
  }
}
