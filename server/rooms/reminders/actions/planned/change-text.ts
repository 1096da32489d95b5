import { sumMinor } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { TemplateTexts } from '../../../mail-templates/index.ts'
import { deleteChangedTexts, setChangedText } from '../../store/changed-texts.ts'
import { findPlanned, type PlannedMessage } from './find-planned.ts'
import { showMessage } from './show-planned.ts'

/**
 * Sets the text of one message, or takes the template's again with null, and returns the message. Refuses not_found and
 * wrong_state.
 */
export async function changeText(
  ctx: Ctx,
  message: PlannedMessage & { readonly text: TemplateTexts | null },
) {
  const found = await findPlanned(ctx, message)
  const { steps } = found
  const [first] = steps
  await deleteChangedTexts(ctx, steps)
  if (message.text !== null)
    await setChangedText(ctx, {
      ...message.text,
      invoiceId: first!.invoiceId,
      stepId: first!.stepId,
      occurrence: first!.occurrence,
      invoiceIds: steps.map((step) => step.invoiceId),
      remainingMinor: sumMinor(steps.map((step) => step.remainingMinor)),
    })
  await audit(
    ctx,
    message.text === null ? 'reminders.reset-text' : 'reminders.change-text',
    { type: 'invoice', id: first!.invoiceId },
    { step: first!.stepName },
  )
  return showMessage(ctx, found)
}
