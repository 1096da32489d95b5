import type { ChannelAnswer } from '../../../../gateways/channels/port.ts'
import { auditAll } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { deleteChangedTexts } from '../../store/changed-texts.ts'
import { listEntries } from '../engine/list-entries.ts'
import { queueReminders } from '../engine/queue-reminders.ts'
import type { ReminderToSend } from '../engine/read-message-parts.ts'
import { sendThanks } from '../thanks/send-thanks.ts'
import { holdUnrendered } from './hold-unrendered.ts'

/** Queues emails to customers: reminders all together, and thank-yous. */
export async function sendEmails(ctx: Ctx, messages: readonly ReminderToSend[]): Promise<ChannelAnswer[]> {
  const reminders = messages.filter(({ steps }) => steps[0]!.paidOn === null)
  const sent = new Map<ReminderToSend, ChannelAnswer>()
  if (reminders.length > 0)
    for (const [at, answer] of (await sendReminders(ctx, reminders)).entries())
      sent.set(reminders[at]!, answer)
  const answers: ChannelAnswer[] = []
  for (const message of messages)
    answers.push(sent.get(message) ?? (await holdUnrendered(() => sendThanks(ctx, message))))
  return answers
}

async function sendReminders(ctx: Ctx, reminders: readonly ReminderToSend[]): Promise<ChannelAnswer[]> {
  const messageIds = await queueReminders(ctx, reminders)
  const sent = reminders.filter((_, at) => messageIds[at] !== null)
  await deleteChangedTexts(
    ctx,
    sent.filter(({ ownText }) => ownText !== null).flatMap(({ steps }) => steps),
  )
  await auditAll(ctx, 'reminders.send', sent.flatMap(listEntries))
  return reminders.map(({ customer }, at) => {
    const messageId = messageIds[at]!
    return messageId === null
      ? { outcome: 'held', reason: 'template_problem' }
      : { outcome: 'sent', to: customer.address!, messageId }
  })
}
