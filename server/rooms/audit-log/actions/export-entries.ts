import type { contract } from '../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { retry } from '../../../platform/control/retry.ts'
import { CSV_BOM, csvLine } from '../../../platform/csv/write-csv.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { accountOf } from '../../accounts/index.ts'
import { FILE_COLUMNS, fileLine } from '../rules/file-line.ts'
import { isBackwards, narrowingOf } from '../rules/narrow.ts'
import { type AuditRow, idsIn } from '../rules/tell-entry.ts'
import { countEntries, MOST_COUNTED, type Narrowing, selectEntriesAfter } from '../store/entries.ts'
import { namesOf } from '../store/names.ts'

const AT_A_TIME = 1000

interface Part {
  readonly bytes: Uint8Array
  /** Where the next part goes on; undefined where there is none. */
  readonly last: AuditRow | undefined
}

/**
 * What was done in the account as CSV, newest first, formulas disarmed: as long as it is, a thousand entries at a time,
 * each in a transaction of its own, so that whoever reads slowly holds nothing but one part. That it was taken out becomes
 * an entry before the first line leaves. Refuses invalid_input beside `to` when it lies before `from`.
 */
export async function exportEntries(
  uow: UnitOfWork,
  asked: InputOf<typeof contract.auditLog.export>['body'],
): Promise<FileInParts> {
  if (isBackwards(asked)) throw refuseFields({ to: ['This day lies before the first one.'] })
  const { name, by, timezone, first } = await uow.transaction(async (ctx) => {
    const { timezone } = await accountOf(ctx)
    const by = narrowingOf(asked, timezone)
    const entries = await countEntries(ctx, by)
    const first = await partAfter(ctx, by, undefined, timezone)
    const narrowed = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
    const counted = entries < MOST_COUNTED && { entries }
    await audit(ctx, 'audit-log.export', { type: 'audit_log', id: null }, { ...counted, ...narrowed })
    return { name: `Audit log ${dateInZone(ctx.now, timezone)}.csv`, by, timezone, first }
  })
  async function* parts() {
    yield Buffer.concat([Buffer.from(CSV_BOM + csvLine(FILE_COLUMNS)), first.bytes])
    for (let { last } = first; last; ) {
      const after = last
      const part = await retry(() => uow.transaction((ctx) => partAfter(ctx, by, after, timezone)))
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
  const lines = rows.map((row) => csvLine(fileLine(row, names, timezone)))
  return {
    bytes: Buffer.from(lines.join('')),
    last: rows.length === AT_A_TIME ? rows.at(-1) : undefined,
  }
}
