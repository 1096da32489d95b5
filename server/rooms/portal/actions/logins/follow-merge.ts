import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { isMergeUndone } from '../../../customers/index.ts'
import { MAX_PEOPLE } from '../../rules.ts'
import { giveAccess, holdPeople, isAccessEnded, peopleOfCustomer } from '../../store/portal-access.ts'
import { endPortalAccess } from '../people/end-portal-access.ts'

/**
 * Gives the people of a customer access to the one that it was merged into, here or in the accounting platform, if that may have more
 * people. They keep the former one, whose receipts they may need. Does nothing when the merge was undone meanwhile.
 */
export async function followMerge(ctx: Ctx, merged: { from: string; into: string }): Promise<void> {
  await holdPeople(ctx, [merged.from, merged.into])
  if (await isMergeUndone(ctx, merged.from, merged.into)) return
  let people = (await peopleOfCustomer(ctx, merged.into)).length
  for (const { id, email } of await peopleOfCustomer(ctx, merged.from)) {
    if (people >= MAX_PEOPLE) return
    // A person who was removed there stays removed until a person decides otherwise.
    if (await isAccessEnded(ctx, merged.into, id)) continue
    if (!(await giveAccess(ctx, merged.into, id))) continue
    people += 1
    await audit(ctx, 'portal.add-login', { type: 'customer', id: merged.into }, { email })
  }
}

/**
 * Takes the access to a customer from the people of another one who got it by a merge that was undone. Does nothing when they were merged
 * again meanwhile.
 */
export async function undoFollowedMerge(
  ctx: Ctx,
  merged: { from: string; into: string; sinceMs: number },
): Promise<void> {
  await holdPeople(ctx, [merged.from, merged.into])
  if ((await isMergeUndone(ctx, merged.from, merged.into)) === false) return
  const own = new Set((await peopleOfCustomer(ctx, merged.from)).map(({ id }) => id))
  for (const { id, email, accessSinceMs } of await peopleOfCustomer(ctx, merged.into)) {
    if (!own.has(id) || accessSinceMs < merged.sinceMs) continue
    if (await endPortalAccess(ctx, merged.into, id))
      await audit(ctx, 'portal.end-login', { type: 'customer', id: merged.into }, { email })
  }
}
