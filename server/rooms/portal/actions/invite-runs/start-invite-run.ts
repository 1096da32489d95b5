import type { contract } from '../../../../../contract/index.ts'
import type { InviteRunReply } from '../../../../../contract/portal-access/invite-runs.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findInviteRun, insertInviteRun } from '../../store/invite-runs.ts'
import { presentInviteRun } from './list-invite-runs.ts'
import { readSelection } from './read-selection.ts'

type Body = InputOf<typeof contract.inviteRuns.start>['body']

/**
 * Starts to invite every customer who was not invited yet, or the selected ones. Throws wrong_state while a run is going on, and
 * refuses unknown ids beside `customers`.
 */
export async function startInviteRun(ctx: Ctx, { again, ...selection }: Body): Promise<InviteRunReply> {
  const id = await insertInviteRun(ctx, { again, ...(await readSelection(ctx, selection)) })
  if (id === null)
    throw refuse('wrong_state', 'Customers are being invited. Wait until that is done, or stop it.')
  await ctx.app.jobs.enqueue(ctx, 'portal.invite-customers', { run: id })
  await audit(ctx, 'portal.start-invite-run', { type: 'invite_run', id })
  return presentInviteRun((await findInviteRun(ctx, id))!)
}
