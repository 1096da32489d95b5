import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { TemplateProblem } from '../../../mail-templates/index.ts'
import { isOutdated } from '../../rules/changed-text.ts'
import { deleteChangedTexts, selectChangedTexts } from '../../store/changed-texts.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import type { Outcome } from '../../store/outcomes.ts'
import { queueReminder } from './queue-reminder.ts'
import { runStaffStep } from './run-staff-step.ts'

/**
 * Queues one message about steps of a customer, or opens one task. They are held when their template renders to nothing, or when their own text
 * was written for other invoices or amounts.
 */
export async function sendGroup(
  ctx: Ctx,
  customer: ReminderCustomer,
  group: readonly DueRow[],
): Promise<Outcome[]> {
  const [ownText] = await selectChangedTexts(ctx, group)
  if (ownText !== undefined && isOutdated(ownText, group)) return hold(group, 'text_outdated')
  try {
    if (group[0]!.kind !== 'email') return await runStaffStep(ctx, customer, group)
    const messageId = await queueReminder(ctx, customer, group, ownText ?? null)
    if (ownText !== undefined) await deleteChangedTexts(ctx, group)
    for (const { invoiceId, stepName } of group)
      await audit(
        ctx,
        'reminders.send',
        { type: 'invoice', id: invoiceId },
        { step: stepName, to: customer.address, customer: customer.id },
      )
    return group.map((step) => ({ step, decision: { outcome: 'sent' }, messageId }))
  } catch (error) {
    if (error instanceof TemplateProblem) return hold(group, 'template_problem')
    throw error
  }
}

const hold = (group: readonly DueRow[], reason: 'text_outdated' | 'template_problem'): Outcome[] =>
  group.map((step) => ({ step, decision: { outcome: 'held', reason, until: null }, messageId: null }))
