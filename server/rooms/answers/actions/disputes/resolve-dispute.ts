import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { closeTasks } from '../../../worklist/index.ts'
import { endDispute, lockDispute } from '../../store/disputes.ts'
import { listAnswers } from '../read/list-answers.ts'
import { disputeKey } from './add-dispute.ts'

/** Resolves a dispute, so that reminders and automatic payments continue. Refuses not_found, and wrong_state when it was resolved. */
export async function resolveDispute(ctx: Ctx, id: string, resolution: string) {
  const dispute = await lockDispute(ctx, id)
  if (dispute === null) throw refuse('not_found')
  if (dispute.state !== 'open') throw refuse('wrong_state', 'This dispute was resolved already.')
  await endDispute(ctx, id, resolution)
  await closeTasks(ctx, { keys: [disputeKey(id)], outcome: `Resolved: ${resolution}` })
  await audit(
    ctx,
    'answers.resolve-dispute',
    { type: 'invoice', id: dispute.invoice_id },
    { dispute: id, resolution },
  )
  return listAnswers(ctx, dispute.invoice_id)
}
