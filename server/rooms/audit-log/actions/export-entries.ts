import type { contract } from '../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { retry } from '../../../platform/control/retry.ts'
import { CSV_BOM, csvLine } from '../../../platform/csv/write-csv.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { type AuditRow, idsIn } from '../rules/describe-entry.ts'
import { FILE_COLUMNS, fileLine } from '../rules/file-line.ts'
import { isBackwards, narrowingOf } from '../rules/narrow.ts'
import { countEntries, MAX_COUNTED, type Narrowing, selectEntriesAfter } from '../store/entries.ts'
import { namesOf } from '../store/names.ts'

const AT_A_TIME = 1000

interface Part {
  readonly bytes: Uint8Array
  /** Last row of this part, after which the next one starts; undefined for the last part. */
  readonly last: AuditRow | undefined
}

/**
 * Exports the account's log as CSV, newest first, with formulas disarmed. Reads a thousand entries at a
 * time, each batch in its own transaction, so that a slow reader holds only one part. The export is audited
 * before the first line is sent. Refuses invalid_input beside `to` when it is before `from`.
 */
export async function exportEntries(
  uow: UnitOfWork,
  request: InputOf<typeof contract.auditLog.export>['body'],
): Promise<FileInParts> {
  if (isBackwards(request)) throw refuseFields({ to: ['This date is before the start date.'] })
  const { name, by, timezone, first } = await uow.transaction(async (ctx) => {
    const { timezone } = await readAccountRow(ctx)
    const by = narrowingOf(request, timezone)
    const entries = await countEntries(ctx, by)
    const first = await partAfter(ctx, by, undefined, timezone)
    const narrowed = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
    const counted = entries < MAX_COUNTED && { entries }
    await audit(ctx, 'audit-log.export', { type: 'audit_log', id: null }, { ...counted, ...narrowed })
    return { name: `Audit log ${dateInZone(ctx.now, timezone)}.csv`, by, timezone, first }
  })
  async function* parts() {
    yield Buffer.concat([Buffer.from(CSV_BOM + csvLine(FILE_COLUMNS)), first.bytes])
    for (let { last } = first; last; ) {
      const after = last
      const part = await retry(() => uow.read((ctx) => partAfter(ctx, by, after, timezone)))
      yield part.bytes
      last = part.last
    }
  }
  return { mediaType: 'text/csv; charset=utf-8', name, parts: parts() }
}

async function partAfter(
  ctx: Ctx,
  by: Narrowing,
  after: AuditRow | undefined,
  timezone: string,
): Promise<Part> {
  const rows = await selectEntriesAfter(ctx, by, after, AT_A_TIME)
  const names = await namesOf(ctx, idsIn(rows))
  const lines = rows.map((row) => csvLine(fileLine(row, names, ctx.app.auditTexts, timezone)))
  return {
    bytes: Buffer.from(lines.join('')),
    last: rows.length === AT_A_TIME ? rows.at(-1) : undefined,
  }
}
