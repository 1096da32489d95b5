import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { LEFT_OUT, type LeftOut } from '../../rules.ts'
import type { InviteCandidate } from '../../store/invite-candidates.ts'
import { readSelection } from './read-selection.ts'
import { type SortedPage, sortCandidates } from './sort-candidates.ts'

const PAGE = 500
const MOST_SHOWN = 10

/** Computes whom a run of the selected customers would invite. Refuses unknown ids beside `customers`. */
export async function previewSelected(
  uow: UnitOfWork,
  { again, ...selection }: InputOf<typeof contract.inviteRuns.previewSelected>['body'],
) {
  const { only } = await uow.read((ctx) => readSelection(ctx, selection))
  return previewInviteRun(uow, again, only)
}

/** Computes whom a run would invite, with the code that invites. Reads a page of customers in a transaction. */
export async function previewInviteRun(
  uow: UnitOfWork,
  again: boolean,
  only: readonly string[] | null = null,
): Promise<HandlerReplyOf<typeof contract.inviteRuns.preview>> {
  const leftOut = Object.fromEntries(LEFT_OUT.map((reason) => [reason, 0])) as Record<LeftOut, number>
  const first: InviteCandidate[] = []
  let invited = 0
  let after: string | null | undefined = null
  while (after !== undefined) {
    const from: string | null = after
    const page: SortedPage = await uow.read((ctx) =>
      sortCandidates(ctx, { only, after: from, again, limit: PAGE }),
    )
    invited += page.invited.length
    first.push(...page.invited.slice(0, MOST_SHOWN - first.length))
    for (const reason of page.leftOut) leftOut[reason] += 1
    after = page.last
  }
  return {
    invited,
    left_out: leftOut,
    first: first.map(({ id, shortName, email }) => ({ customer: { pk: id, short_name: shortName }, email })),
  }
}
