import type { ChannelAnswer } from '../../../../gateways/channels/port.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueStaffNote } from '../engine/queue-staff-note.ts'
import type { ReminderToSend } from '../engine/read-message-parts.ts'
import { holdUnrendered } from './hold-unrendered.ts'

/** Queues a note to staff for each message, about all invoices of a customer that reached its step. */
export async function sendNotes(ctx: Ctx, messages: readonly ReminderToSend[]): Promise<ChannelAnswer[]> {
  const answers: ChannelAnswer[] = []
  for (const message of messages) answers.push(await holdUnrendered(() => sendNote(ctx, message)))
  return answers
}

async function sendNote(ctx: Ctx, { customer, steps }: ReminderToSend): Promise<ChannelAnswer> {
  const { messageId, to } = await queueStaffNote(ctx, customer, steps)
  for (const { invoiceId, stepName } of steps)
    await audit(
      ctx,
      'reminders.note-staff',
      { type: 'invoice', id: invoiceId },
      { step: stepName, to, customer: customer.id },
    )
  return { outcome: 'sent', to, messageId }
}
