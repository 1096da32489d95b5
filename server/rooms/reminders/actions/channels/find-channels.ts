import { STEP_CHANNELS } from '../../../../../domain/reminders/step-channels.ts'
import type { Channel, ChannelAnswer, WritableMessage } from '../../../../gateways/channels/port.ts'
import { auditAll } from '../../../../platform/audit.ts'
import type { App, Ctx } from '../../../../platform/context.ts'
import type { ReminderToSend } from '../engine/read-message-parts.ts'
import { openTasks } from './open-tasks.ts'
import { sendEmails } from './send-emails.ts'
import { sendNotes } from './send-notes.ts'
import { writeText } from './write-text.ts'

export type StepChannel = Channel<Ctx, ReminderToSend>

/** Returns the channels of this installation by the kind of their steps: email, tasks, notes, and those that it adds. */
export function findChannels({ channels }: App): ReadonlyMap<string, StepChannel> {
  const mayUse = async (): Promise<boolean> => true
  const all: StepChannel[] = [
    { ...STEP_CHANNELS.email, mayUse, send: sendEmails },
    { ...STEP_CHANNELS.task, mayUse, send: openTasks },
    { ...STEP_CHANNELS.staff_note, mayUse, send: sendNotes },
    ...channels.map((added) => ({
      ...added,
      send: (ctx: Ctx, messages: readonly ReminderToSend[]) => sendBy(ctx, added, messages),
    })),
  ]
  return new Map(all.map((channel) => [channel.kind, channel]))
}

/** Returns the channels that the account may choose for a step. */
export async function findUsableChannels(ctx: Ctx): Promise<StepChannel[]> {
  const all = [...findChannels(ctx.app).values()]
  const may: boolean[] = []
  for (const channel of all) may.push(await channel.mayUse(ctx))
  return all.filter((_, at) => may[at])
}

/** Sends by an added channel, which knows neither templates nor the audit log. */
async function sendBy(
  ctx: Ctx,
  channel: Channel<Ctx, WritableMessage>,
  messages: readonly ReminderToSend[],
): Promise<readonly ChannelAnswer[]> {
  const answers = await channel.send(
    ctx,
    messages.map(({ customer, steps }) => ({
      customer,
      steps,
      write: () => writeText(ctx, customer, steps),
    })),
  )
  const entries = answers.flatMap((answer, at) => {
    const { customer, steps } = messages[at]!
    if (answer.outcome !== 'sent') return []
    return steps.map(({ invoiceId, stepName }) => ({
      object: { type: 'invoice', id: invoiceId },
      detail: { step: stepName, to: 'to' in answer ? answer.to : null, customer: customer.id },
    }))
  })
  await auditAll(ctx, 'reminders.send', entries)
  return answers
}
