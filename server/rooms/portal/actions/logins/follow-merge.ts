import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { isMergeUndone, mergedAbove, mergedBelow, movedInBooksTo } from '../../../customers/index.ts'
import { moveSessionsOfLogin } from '../../../identity/index.ts'
import { MAX_PEOPLE } from '../../rules.ts'
import {
  forgetEndedAccess,
  giveAccess,
  holdPeople,
  isAccessEnded,
  type PersonOfCustomer,
  peopleOfCustomer,
} from '../../store/portal-access.ts'
import { endPortalAccess } from '../people/end-portal-access.ts'

/**
 * Gives the people of a customer access to the one that it was merged into, here or in the accounting platform, and to those that this
 * was merged into, as far as each may have more people. They keep the former one, whose receipts they may need. Those of customers that
 * were merged into it before come along, because merges may be followed in any order. Sessions that are open go on with the customer that
 * has the invoices. Does nothing when the merge was undone meanwhile.
 */
export async function followMerge(ctx: Ctx, merged: { from: string; into: string }): Promise<void> {
  const from = [merged.from, ...(await mergedBelow(ctx, merged.from))]
  const into = [merged.into, ...(await mergedAbove(ctx, merged.into))]
  await holdPeople(ctx, [...from, ...into])
  if (await isMergeUndone(ctx, merged.from, merged.into)) return
  const people = await peopleOfAll(ctx, from)
  for (const id of into) await giveAccessTo(ctx, id, people)
  for (const id of from) await moveSessions(ctx, id)
}

/** Moves sessions only where the books moved the invoices, and only of people who log in for the other customer. */
async function moveSessions(ctx: Ctx, from: string): Promise<void> {
  const to = await movedInBooksTo(ctx, from)
  if (to === null) return
  const allowed = new Set((await peopleOfCustomer(ctx, to)).map(({ id }) => id))
  for (const { id } of await peopleOfCustomer(ctx, from))
    if (allowed.has(id)) await moveSessionsOfLogin(ctx, id, { from, to })
}

async function giveAccessTo(ctx: Ctx, into: string, people: readonly PersonOfCustomer[]): Promise<void> {
  let count = (await peopleOfCustomer(ctx, into)).length
  for (const { id, email } of people) {
    if (count >= MAX_PEOPLE) return
    // A person who was removed there stays removed until a person decides otherwise.
    if (await isAccessEnded(ctx, into, id)) continue
    if (!(await giveAccess(ctx, into, id))) continue
    count += 1
    await audit(ctx, 'portal.add-login', { type: 'customer', id: into }, { email })
  }
}

async function peopleOfAll(ctx: Ctx, customerIds: readonly string[]): Promise<PersonOfCustomer[]> {
  const found = new Map<string, PersonOfCustomer>()
  for (const id of customerIds)
    for (const one of await peopleOfCustomer(ctx, id)) found.set(one.id, found.get(one.id) ?? one)
  return [...found.values()]
}

/** A merge that was undone. */
interface UndoneMerge {
  readonly from: string
  readonly into: string
  /** Customers that `into` was merged into then, the nearest first. */
  readonly above?: readonly string[] | undefined
  readonly sinceMs: number
}

/**
 * Takes the access to a customer, and to those that it was merged into, from the people of another one who got it by a merge that was
 * undone. Those who have it by another merge too keep it. Does nothing when they were merged again meanwhile.
 */
export async function undoFollowedMerge(ctx: Ctx, undone: UndoneMerge): Promise<void> {
  const from = [undone.from, ...(await mergedBelow(ctx, undone.from))]
  const into = [undone.into, ...(undone.above ?? [])]
  await holdPeople(ctx, [...from, ...into])
  if ((await isMergeUndone(ctx, undone.from, undone.into)) === false) return
  const own = new Set((await peopleOfAll(ctx, from)).map(({ id }) => id))
  for (const id of into) await takeAccessTo(ctx, id, own, undone.sinceMs)
}

async function takeAccessTo(
  ctx: Ctx,
  into: string,
  own: ReadonlySet<string>,
  sinceMs: number,
): Promise<void> {
  const others = new Set((await peopleOfAll(ctx, await mergedBelow(ctx, into))).map(({ id }) => id))
  for (const { id, email, accessSinceMs } of await peopleOfCustomer(ctx, into)) {
    if (!own.has(id) || others.has(id) || accessSinceMs < sinceMs) continue
    if (!(await endPortalAccess(ctx, into, id))) continue
    // Nobody removed the person, who has it again when they are merged again.
    await forgetEndedAccess(ctx, into, id)
    await audit(ctx, 'portal.end-login', { type: 'customer', id: into }, { email })
  }
}
