import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { deleteChangedTexts } from '../../store/changed-texts.ts'
import { recordOutcomes } from '../../store/outcomes.ts'
import { findPlanned, type PlannedMessage } from './find-planned.ts'

/** Skips a reminder that was not sent yet, with its own text. Refuses not_found and wrong_state. */
export async function skipPlanned(ctx: Ctx, message: PlannedMessage): Promise<void> {
  const { steps, account } = await findPlanned(ctx, message)
  const decision = { outcome: 'skipped', reason: 'skipped_by_person' } as const
  await deleteChangedTexts(ctx, steps)
  await recordOutcomes(
    ctx,
    steps.map((step) => ({ step, decision, messageId: null })),
    account.today,
  )
  for (const { invoiceId, stepName } of steps)
    await audit(ctx, 'reminders.skip', { type: 'invoice', id: invoiceId }, { step: stepName })
}
