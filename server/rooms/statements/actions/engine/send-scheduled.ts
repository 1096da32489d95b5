import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { findDuePeriod } from '../../rules/due-sending.ts'
import { insertRun, selectScheduledRuns } from '../../store/runs.ts'
import { countStatementCustomers } from '../../store/statement-customers.ts'
import { sendRun } from '../runs/send-run.ts'
import { readSchedule } from './read-schedule.ts'

/** Sends the statements that are due by the schedule, and resumes a run that was interrupted. */
export async function sendScheduled(uow: UnitOfWork): Promise<void> {
  const id = await uow.transaction(findOrStartRun)
  if (id !== null) await sendRun(uow, id)
}

async function findOrStartRun(ctx: Ctx): Promise<string | null> {
  const schedule = await readSchedule(ctx)
  if (schedule === null) return null
  const [last] = await selectScheduledRuns(ctx, 1)
  if (last?.state === 'running') return last.id
  const period = findDuePeriod(schedule, last?.period_to ?? null)
  if (period === null) return null
  const sending = { kind: schedule.kind, period, onlyOpen: schedule.only_open }
  return insertRun(ctx, 'schedule', sending, await countStatementCustomers(ctx))
}
