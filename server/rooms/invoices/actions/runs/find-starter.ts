import { countsAsActive } from '../../../../../domain/accounts/subscription.ts'
import type { Actor, Ctx } from '../../../../platform/context.ts'
import { readAccountRow, selectMembers } from '../../../accounts/index.ts'
import { endRun } from '../../store/runs.ts'
import type { InvoiceRunRow } from '../../tables.ts'
import { mayTake } from './check-action-right.ts'

/** Returns the starter of a run as an actor. Ends the run and returns null when they, or the whole account, may no longer act. */
export async function findStarter(ctx: Ctx, run: InvoiceRunRow): Promise<Actor | null> {
  const member = (await selectMembers(ctx)).find(({ userId }) => userId === run.created_by)
  const { blocked, closing, subscription } = await readAccountRow(ctx)
  const isOpen = !blocked && closing === null && countsAsActive(subscription, ctx.now)
  if (!member || !isOpen || !mayTake(member.role, run.action)) {
    await endRun(ctx, run.id, 'failed', 'The person who started this may no longer do it.')
    return null
  }
  const { userId, email, role } = member
  return { kind: 'staff', userId, sessionId: run.id, email, emailVerified: true, role }
}
