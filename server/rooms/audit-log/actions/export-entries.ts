import type { contract } from '../../../../contract/index.ts'
import type { FileReply, InputOf } from '../../../../contract/route.ts'
import { dateInZone } from '../../../../domain/calendar.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { CSV_BOM, csvLine } from '../../../platform/csv/write-csv.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { accountOf } from '../../accounts/index.ts'
import { FILE_COLUMNS, fileLine } from '../rules/file-line.ts'
import { isBackwards, narrowingOf } from '../rules/narrow.ts'
import { type AuditRow, idsIn } from '../rules/tell-entry.ts'
import { countEntries, selectEntriesAfter } from '../store/entries.ts'
import { namesOf } from '../store/names.ts'

const AT_A_TIME = 1000
/** The file is made in memory: some 25 MB. */
const MOST_IN_A_FILE = 50_000

/**
 * What was done in the account as CSV, newest first, formulas disarmed; that it was taken out becomes an entry itself.
 * Never a part without saying so: refuses invalid_input beside `from` when more matches than a file holds, and beside
 * `to` when it lies before.
 */
export async function exportEntries(
  ctx: Ctx,
  asked: InputOf<typeof contract.auditLog.export>['body'],
): Promise<FileReply> {
  if (isBackwards(asked)) throw refuseFields({ to: ['This day lies before the first one.'] })
  const { timezone } = await accountOf(ctx)
  const by = narrowingOf(asked, timezone)
  if ((await countEntries(ctx, by)) > MOST_IN_A_FILE)
    throw refuseFields({ from: ['A file holds 50,000 entries, and more match. Choose a shorter time.'] })
  // As bytes, a thousand lines at a time: fifty thousand texts would lie about until V8 sees to them.
  const parts = [Buffer.from(CSV_BOM + csvLine(FILE_COLUMNS))]
  let entries = 0
  let rows: AuditRow[] = []
  do {
    rows = await selectEntriesAfter(ctx, by, rows.at(-1), AT_A_TIME)
    const names = await namesOf(ctx, idsIn(rows))
    parts.push(Buffer.from(rows.map((row) => csvLine(fileLine(row, names, timezone))).join('')))
    entries += rows.length
  } while (rows.length === AT_A_TIME)
  const narrowed = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  await audit(ctx, 'audit-log.export', { type: 'audit_log', id: null }, { entries, ...narrowed })
  const name = `Audit log ${dateInZone(ctx.now, timezone)}.csv`
  return { mediaType: 'text/csv; charset=utf-8', name, bytes: Buffer.concat(parts) }
}
