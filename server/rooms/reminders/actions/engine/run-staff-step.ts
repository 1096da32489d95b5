import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import type { Outcome } from '../../store/outcomes.ts'
import { openStepTask } from './open-step-task.ts'
import { queueStaffNote } from './queue-staff-note.ts'

/**
 * Opens the task or sends the note of a step, one for all invoices of a customer that reached it. Throws a TemplateProblem.
 */
export async function runStaffStep(
  ctx: Ctx,
  customer: ReminderCustomer,
  group: readonly DueRow[],
): Promise<Outcome[]> {
  const effect =
    group[0]!.kind === 'task'
      ? { messageId: null, taskId: await openStepTask(ctx, customer, group) }
      : { messageId: await sendNote(ctx, customer, group) }
  return group.map((step) => ({ step, decision: { outcome: 'sent' }, ...effect }))
}

async function sendNote(ctx: Ctx, customer: ReminderCustomer, group: readonly DueRow[]): Promise<string> {
  const { messageId, to } = await queueStaffNote(ctx, customer, group)
  for (const { invoiceId, stepName } of group)
    await audit(
      ctx,
      'reminders.note-staff',
      { type: 'invoice', id: invoiceId },
      { step: stepName, to, customer: customer.id },
    )
  return messageId
}
