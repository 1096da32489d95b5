import { addDays } from '../../../../../domain/dates/calendar.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { lockFlow, selectFlows } from '../../store/flows.ts'
import { insertRehearsal } from '../../store/rehearsals.ts'
import { countRehearsedCustomers } from '../../store/rehearsed-invoices.ts'
import { readRehearsal } from './read-rehearsal.ts'

const PAST_DAYS = 365
const FUTURE_DAYS = 60

/**
 * Starts to rehearse the draft of a flow, or the live version without one, and replaces its last rehearsal. Refuses not_found,
 * and wrong_state without steps.
 */
export async function startRehearsal(ctx: Ctx, flowId: string, period: 'past' | 'future') {
  if ((await lockFlow(ctx, flowId)) === null) throw refuse('not_found')
  const [flow] = await selectFlows(ctx, flowId)
  const definition = flow!.draft ?? flow!.live!.definition
  if (definition.steps.length === 0) throw refuse('wrong_state', 'This flow has no steps. Add one first.')
  const today = await todayOf(ctx)
  const days =
    period === 'past'
      ? { from: addDays(today, -PAST_DAYS), until: addDays(today, -1) }
      : { from: today, until: addDays(today, FUTURE_DAYS) }
  const id = await insertRehearsal(ctx, {
    flowId,
    definition,
    live: flow!.live?.definition ?? null,
    period,
    ...days,
    customers: await countRehearsedCustomers(ctx, flow!),
  })
  await ctx.app.jobs.enqueue(ctx, 'reminders.rehearse', { rehearsal: id })
  await audit(ctx, 'reminders.rehearse', { type: 'reminder_flow', id: flowId }, { name: flow!.name })
  return readRehearsal(ctx, flowId)
}
