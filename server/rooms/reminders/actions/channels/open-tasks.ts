import type { ChannelAnswer } from '../../../../gateways/channels/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { openStepTask } from '../engine/open-step-task.ts'
import type { ReminderToSend } from '../engine/read-message-parts.ts'
import { holdUnrendered } from './hold-unrendered.ts'

/** Opens a task for each message, about all invoices of a customer that reached its step. */
export async function openTasks(ctx: Ctx, messages: readonly ReminderToSend[]): Promise<ChannelAnswer[]> {
  const answers: ChannelAnswer[] = []
  for (const { customer, steps } of messages)
    answers.push(
      await holdUnrendered(async () => ({
        outcome: 'sent',
        taskId: await openStepTask(ctx, customer, steps),
      })),
    )
  return answers
}
