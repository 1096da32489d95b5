import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { closeTasks } from '../../../worklist/index.ts'
import { PAID_OR_CLOSED } from '../../rules/closing-words.ts'
import { endSettledDisputes } from '../../store/disputes.ts'
import { disputeKey } from './add-dispute.ts'

/** Resolves the disputes of invoices that were paid or closed. */
export async function endDisputesOfSettled(ctx: Ctx): Promise<void> {
  const ended = await endSettledDisputes(ctx, PAID_OR_CLOSED)
  await closeTasks(ctx, { keys: ended.map(({ id }) => disputeKey(id)), outcome: PAID_OR_CLOSED })
  for (const { id, invoice_id } of ended)
    await audit(
      ctx,
      'answers.resolve-dispute',
      { type: 'invoice', id: invoice_id },
      { dispute: id, resolution: PAID_OR_CLOSED },
    )
}
