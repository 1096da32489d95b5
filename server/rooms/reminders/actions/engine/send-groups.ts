import { auditAll } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { TemplateProblem } from '../../../mail-templates/index.ts'
import { isOutdated } from '../../rules/changed-text.ts'
import { deleteChangedTexts, readChangedTexts } from '../../store/changed-texts.ts'
import type { DueRow } from '../../store/find-due.ts'
import type { Outcome } from '../../store/outcomes.ts'
import { sendThanks } from '../thanks/send-thanks.ts'
import { listEntries } from './list-entries.ts'
import { queueReminders } from './queue-reminders.ts'
import type { ReminderToSend } from './read-message-parts.ts'
import { runStaffStep } from './run-staff-step.ts'

/** Steps of a customer that leave together: one message, task or note. */
export type StepGroup = Pick<ReminderToSend, 'customer' | 'steps'>

/**
 * Queues a message about each group, or opens its task. Steps are held when their template renders to nothing, or when their
 * own text was written for other invoices or amounts.
 */
export async function sendGroups(ctx: Ctx, groups: readonly StepGroup[]): Promise<Outcome[]> {
  if (groups.length === 0) return []
  const textOf = await readChangedTexts(
    ctx,
    groups.flatMap(({ steps }) => steps),
  )
  const outcomes: Outcome[] = []
  const reminders: ReminderToSend[] = []
  for (const { customer, steps } of groups) {
    const ownText = textOf(steps)
    if (ownText !== null && isOutdated(ownText, steps)) outcomes.push(...hold(steps, 'text_outdated'))
    else if (steps[0]!.kind !== 'email')
      outcomes.push(...(await orHold(steps, () => runStaffStep(ctx, customer, steps))))
    else if (steps[0]!.paidOn !== null)
      outcomes.push(...(await orHold(steps, () => sendThanks(ctx, { customer, steps, ownText }))))
    else reminders.push({ customer, steps, ownText })
  }
  if (reminders.length > 0) outcomes.push(...(await sendReminders(ctx, reminders)))
  return outcomes
}

/** Holds steps whose text can't be rendered. */
async function orHold(steps: readonly DueRow[], work: () => Promise<Outcome[]>): Promise<Outcome[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TemplateProblem) return hold(steps, 'template_problem')
    throw error
  }
}

async function sendReminders(ctx: Ctx, reminders: readonly ReminderToSend[]): Promise<Outcome[]> {
  const messageIds = await queueReminders(ctx, reminders)
  const sent = reminders.filter((_, at) => messageIds[at] !== null)
  await deleteChangedTexts(
    ctx,
    sent.filter(({ ownText }) => ownText !== null).flatMap(({ steps }) => steps),
  )
  await auditAll(ctx, 'reminders.send', sent.flatMap(listEntries))
  return reminders.flatMap(({ steps }, at) => {
    const messageId = messageIds[at]!
    if (messageId === null) return hold(steps, 'template_problem')
    return steps.map((step) => ({ step, decision: { outcome: 'sent' as const }, messageId }))
  })
}

const hold = (steps: readonly DueRow[], reason: 'text_outdated' | 'template_problem'): Outcome[] =>
  steps.map((step) => ({ step, decision: { outcome: 'held', reason, until: null }, messageId: null }))
