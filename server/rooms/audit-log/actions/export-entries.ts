import type { contract } from '../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import type { AuditTexts } from '../../../../domain/accounts/audit-areas.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { wallTime } from '../../../../domain/dates/wall-clock.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import type { ExportColumn } from '../../../platform/exports/columns.ts'
import { exportFollowing, PAGE_ROWS } from '../../../platform/exports/export-list.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { type AuditRow, actorName, idsIn, type Names, sentenceOf } from '../rules/describe-entry.ts'
import { isBackwards, narrowingOf } from '../rules/narrow.ts'
import { hexOf } from '../rules/present-entry.ts'
import { countEntries, MAX_COUNTED, type Narrowing, selectEntriesAfter } from '../store/entries.ts'
import { namesOf } from '../store/names.ts'

/** An entry with the names of the records that it is about. */
interface NamedEntry {
  readonly entry: AuditRow
  readonly names: Names
}

/** Returns the columns of the file, with times in the account's zone and details as recorded. */
const entryColumns = (texts: AuditTexts, timeZone: string): readonly ExportColumn<NamedEntry>[] => [
  { name: 'Date', kind: 'date', value: ({ entry }) => wallTime(entry.at.getTime(), timeZone).date },
  { name: 'Time', kind: 'text', value: ({ entry }) => timeOf(entry, timeZone) },
  { name: 'UTC', kind: 'text', value: ({ entry }) => entry.at.toISOString() },
  { name: 'Who', kind: 'text', value: ({ entry, names }) => actorName(entry, names) },
  { name: 'Known as', kind: 'text', value: ({ entry }) => entry.actorLabel },
  { name: 'Kind', kind: 'text', value: ({ entry }) => entry.actorKind },
  { name: 'What happened', kind: 'text', value: ({ entry, names }) => sentenceOf(entry, names, texts) },
  { name: 'Action', kind: 'text', value: ({ entry }) => entry.action },
  { name: 'Record type', kind: 'text', value: ({ entry }) => entry.objectType },
  { name: 'Record', kind: 'text', value: ({ entry }) => entry.objectId },
  { name: 'IP address', kind: 'text', value: ({ entry }) => entry.ip },
  { name: 'Request', kind: 'text', value: ({ entry }) => entry.requestId },
  { name: 'Details', kind: 'text', value: ({ entry }) => JSON.stringify(entry.detail) },
  { name: 'Seal', kind: 'number', value: ({ entry }) => entry.sealNumber?.toString() ?? null },
  { name: 'Hash', kind: 'text', value: ({ entry }) => entry.sealDigest && hexOf(entry.sealDigest) },
]

function timeOf(entry: AuditRow, timeZone: string): string {
  const { second } = wallTime(entry.at.getTime(), timeZone)
  return [second / 3600, (second / 60) % 60, second % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

/**
 * Exports the account's log, newest first, up to the export's own entry. Reads a thousand entries at a time, so that a slow reader
 * holds only one part. Refuses invalid_input beside `to` when it is before `from`.
 */
export async function exportEntries(
  uow: UnitOfWork,
  { format, ...request }: InputOf<typeof contract.auditLog.export>['body'],
): Promise<FileInParts> {
  if (isBackwards(request)) throw refuseFields({ to: ['This date is before the start date.'] })
  const { today, by, timezone, first } = await uow.transaction(async (ctx) => {
    const { timezone } = await readAccountRow(ctx)
    const by = narrowingOf(request, timezone)
    const entries = await countEntries(ctx, by)
    const first = await readEntriesAfter(ctx, by, undefined, PAGE_ROWS)
    const narrowed = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
    const counted = entries < MAX_COUNTED && { entries }
    await audit(ctx, 'audit-log.export', { type: 'audit_log', id: null }, { ...counted, format, ...narrowed })
    return { today: dateInZone(ctx.now, timezone), by, timezone, first }
  })
  return exportFollowing(uow, {
    name: 'Audit log',
    format,
    columns: entryColumns(uow.app.auditTexts, timezone),
    today,
    first,
    readAfter: (ctx, last, limit) => readEntriesAfter(ctx, by, last, limit),
  })
}

async function readEntriesAfter(
  ctx: Ctx,
  by: Narrowing,
  after: NamedEntry | undefined,
  limit: number,
): Promise<NamedEntry[]> {
  const rows = await selectEntriesAfter(ctx, by, after?.entry, limit)
  const names = await namesOf(ctx, idsIn(rows))
  return rows.map((entry) => ({ entry, names }))
}
