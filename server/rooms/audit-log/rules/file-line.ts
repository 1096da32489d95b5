import type { AuditTexts } from '../../../../domain/accounts/audit-areas.ts'
import { wallTime } from '../../../../domain/dates/wall-clock.ts'
import { type AuditRow, actorName, type Names, sentenceOf } from './describe-entry.ts'
import { hexOf } from './present-entry.ts'

/** Columns of the file, as `fileLine` fills them. */
export const FILE_COLUMNS = [
  'Date',
  'Time',
  'UTC',
  'Who',
  'Known as',
  'Kind',
  'What happened',
  'Action',
  'Record type',
  'Record',
  'IP address',
  'Request',
  'Details',
  'Seal',
  'Hash',
] as const

/** Converts an entry to a line of the file, with times in the account's zone and details as recorded. */
export function fileLine(
  row: AuditRow,
  names: Names,
  texts: AuditTexts,
  timeZone: string,
): (string | bigint | null)[] {
  const { date, second } = wallTime(row.at.getTime(), timeZone)
  return [
    date,
    [second / 3600, (second / 60) % 60, second % 60]
      .map((part) => String(Math.floor(part)).padStart(2, '0'))
      .join(':'),
    row.at.toISOString(),
    actorName(row, names),
    row.actorLabel,
    row.actorKind,
    sentenceOf(row, names, texts),
    row.action,
    row.objectType,
    row.objectId,
    row.ip,
    row.requestId,
    JSON.stringify(row.detail),
    row.sealNumber,
    row.sealDigest && hexOf(row.sealDigest),
  ]
}
