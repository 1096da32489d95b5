import type { ChannelAnswer } from '../../../../gateways/channels/port.ts'
import { auditAll } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { deleteChangedTexts } from '../../store/changed-texts.ts'
import { listEntries } from '../engine/list-entries.ts'
import type { ReminderToSend } from '../engine/read-message-parts.ts'
import { queueThanks } from './queue-thanks.ts'

/** Queues one thank-you for steps of a customer. Throws a TemplateProblem. */
export async function sendThanks(
  ctx: Ctx,
  { customer, steps, ownText }: ReminderToSend,
): Promise<ChannelAnswer> {
  const messageId = await queueThanks(ctx, customer, steps, ownText)
  if (ownText !== null) await deleteChangedTexts(ctx, steps)
  await auditAll(ctx, 'reminders.thank', listEntries({ customer, steps }))
  return { outcome: 'sent', to: customer.address!, messageId }
}
