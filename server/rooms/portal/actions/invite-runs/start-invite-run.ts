import type { InviteRunReply } from '../../../../../contract/portal-access/invite-runs.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { countInviteCandidates } from '../../store/invite-candidates.ts'
import { findInviteRun, insertInviteRun } from '../../store/invite-runs.ts'
import { presentInviteRun } from './list-invite-runs.ts'

/** Starts to invite every customer who was not invited yet. Throws wrong_state while a run is going on. */
export async function startInviteRun(ctx: Ctx, again: boolean): Promise<InviteRunReply> {
  const id = await insertInviteRun(ctx, again, await countInviteCandidates(ctx))
  if (id === null)
    throw refuse('wrong_state', 'Customers are being invited. Wait until that is done, or stop it.')
  await ctx.app.jobs.enqueue(ctx, 'portal.invite-customers', { run: id })
  await audit(ctx, 'portal.start-invite-run', { type: 'invite_run', id })
  return presentInviteRun((await findInviteRun(ctx, id))!)
}
