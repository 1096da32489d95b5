import type { StatementSettingsReply } from '../../../../../contract/statements/sending.ts'
import { addDays, dateInZone } from '../../../../../domain/dates/calendar.ts'
import { hourInZone } from '../../../../../domain/dates/time-zone.ts'
import type { WithRead } from '../../../../../domain/parsing/changed-meanwhile.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { mergeChanges, readAccountRow } from '../../../accounts/index.ts'
import { endRun, selectScheduledRuns } from '../../store/runs.ts'
import {
  readStatementSettings,
  type StatementSettings,
  writeStatementSettings,
} from '../../store/settings.ts'
import { showSettings } from './show-settings.ts'

type Fields = Omit<StatementSettings, 'on_since'>

/**
 * Changes how the account sends statements by itself. A schedule that is switched on, or gets another day, begins with its next
 * day and hour: nothing is sent for days before. Refuses beside each field that somebody else changed since it was as in
 * `if_unchanged`.
 */
export async function changeSettings(
  ctx: Ctx,
  { if_unchanged, ...given }: WithRead<Fields>,
): Promise<StatementSettingsReply> {
  const changed = await mergeChanges<Fields>(ctx, {
    wanted: given,
    read: if_unchanged,
    readNow: () => readStatementSettings(ctx),
    changes: { objectId: ctx.accountId, actions: ['statements.change-settings'] },
  })
  const before = await readStatementSettings(ctx)
  const { on_since: _, ...fields } = before
  const wanted: Fields = { ...fields, ...changed }
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
