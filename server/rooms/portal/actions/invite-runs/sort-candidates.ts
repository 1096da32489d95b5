import type { Ctx } from '../../../../platform/context.ts'
import { readMarks } from '../../../email-addresses/index.ts'
import { findLeftOut, type LeftOut } from '../../rules.ts'
import { type InviteCandidate, selectInviteCandidates } from '../../store/invite-candidates.ts'

export interface SortedPage {
  /** Id of the page's last customer; undefined for an empty page. */
  readonly last: string | undefined
  readonly customers: readonly string[]
  readonly invited: readonly InviteCandidate[]
  readonly leftOut: readonly LeftOut[]
}

/** Reads a page of customers, and sorts out who is invited and who is left out and why. */
export async function sortCandidates(
  ctx: Ctx,
  {
    only,
    after,
    again,
    limit,
  }: { only: readonly string[] | null; after: string | null; again: boolean; limit: number },
): Promise<SortedPage> {
  const page = await selectInviteCandidates(ctx, { only, after, limit })
  const markOf = await readMarks(
    ctx,
    page.map(({ email }) => email).filter((email) => email !== ''),
  )
  const invited: InviteCandidate[] = []
  const leftOut: LeftOut[] = []
  for (const candidate of page) {
    const reason = findLeftOut(candidate, again, candidate.email !== '' && markOf(candidate.email) !== null)
    if (reason === null) invited.push(candidate)
    else leftOut.push(reason)
  }
  return { last: page.at(-1)?.id, customers: page.map(({ id }) => id), invited, leftOut }
}
