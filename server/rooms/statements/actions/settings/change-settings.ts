import type { StatementSettingsReply } from '../../../../../contract/statements/sending.ts'
import { addDays, dateInZone } from '../../../../../domain/dates/calendar.ts'
import { hourInZone } from '../../../../../domain/dates/time-zone.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { endRun, selectScheduledRuns } from '../../store/runs.ts'
import {
  readStatementSettings,
  type StatementSettings,
  writeStatementSettings,
} from '../../store/settings.ts'
import { showSettings } from './show-settings.ts'

/**
 * Changes how the account sends statements by itself. A schedule that is switched on, or gets another day, begins with its next
 * day and hour: nothing is sent for days before.
 */
export async function changeSettings(
  ctx: Ctx,
  wanted: Omit<StatementSettings, 'on_since'>,
): Promise<StatementSettingsReply> {
  const before = await readStatementSettings(ctx)
  const isNew = wanted.send_day !== before.send_day || wanted.send_hour !== before.send_hour
  const onSince =
    wanted.send_day === null ? null : isNew ? await firstDay(ctx, wanted.send_hour) : before.on_since
  if (wanted.send_day === null) await stopRun(ctx)
  await writeStatementSettings(ctx, { ...wanted, on_since: onSince })
  await audit(ctx, 'statements.change-settings', { type: 'account', id: ctx.accountId }, { ...wanted })
  return showSettings(ctx)
}

/** Stops the schedule's run that is going on. */
async function stopRun(ctx: Ctx): Promise<void> {
  const [last] = await selectScheduledRuns(ctx, 1)
  if (last?.state === 'running') await endRun(ctx, last.id, 'canceled', null)
}

/** Returns the first day whose hour of sending has not come. */
async function firstDay(ctx: Ctx, sendHour: number): Promise<string> {
  const { timezone } = await readAccountRow(ctx)
  const today = dateInZone(ctx.now, timezone)
  return hourInZone(ctx.now, timezone) >= sendHour ? addDays(today, 1) : today
}
