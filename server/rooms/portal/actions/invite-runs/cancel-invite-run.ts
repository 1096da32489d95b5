import type { InviteRunReply } from '../../../../../contract/portal-access/invite-runs.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { endInviteRun, findInviteRun } from '../../store/invite-runs.ts'
import { presentInviteRun } from './list-invite-runs.ts'

/** Stops a run; what was sent stays sent. Throws not_found, and wrong_state when it has ended. */
export async function cancelInviteRun(ctx: Ctx, id: string): Promise<InviteRunReply> {
  if ((await findInviteRun(ctx, id)) === null) throw refuse('not_found')
  if (!(await endInviteRun(ctx, id, 'canceled', null))) throw refuse('wrong_state', 'This has ended already.')
  await audit(ctx, 'portal.cancel-invite-run', { type: 'invite_run', id })
  return presentInviteRun((await findInviteRun(ctx, id))!)
}
