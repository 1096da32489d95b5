import { sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { selectMembers } from '../../../accounts/index.ts'
import { openTask } from '../../../worklist/index.ts'
import { taskReason } from '../../rules/task-reason.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import { readStepFacts } from './read-step-facts.ts'
import { renderNote } from './render-note.ts'

/** Opens the task of a step, about all invoices of a customer that reached it. Returns its id. Throws a TemplateProblem. */
export async function openStepTask(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
): Promise<string> {
  const { invoices, parts } = await readStepFacts(ctx, customer, steps)
  const [first] = invoices
  const { flowId, stepId, occurrence, invoiceId, currency } = first!
  return openTask(ctx, {
    key: `step ${flowId} ${stepId} ${occurrence} ${invoiceId}`,
    kind: 'follow_up',
    customerId: customer.id,
    invoiceIds: invoices.map((one) => one.invoiceId),
    amount: { minor: sumMinor(invoices.map((one) => one.remainingMinor)), currency },
    title: first!.stepName,
    reason: taskReason(invoices, parts.dateFormat),
    note: renderNote(first!.text, parts, invoices).join('\n\n'),
    assignedTo: await findAssignee(ctx, first!.members),
    // The invoices of a step after their payment are settled already.
    endsWhenSettled: first!.paidOn === null,
  })
}

/** Returns the member to whom a step assigns its task; null for none, and when they left the account. */
async function findAssignee(ctx: Ctx, [chosen]: readonly string[]): Promise<string | null> {
  if (chosen === undefined) return null
  return (await selectMembers(ctx)).find(({ userId }) => userId === chosen)?.userId ?? null
}
