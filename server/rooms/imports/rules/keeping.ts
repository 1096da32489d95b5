import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { IMPORTED_DAYS, UNUSED_DAYS } from '../../../../domain/parsing/import-retention.ts'
import type { ImportRun } from './import-run.ts'

export const FILE_GONE = 'We no longer have this file. Upload it again.'

type Facts = Pick<ImportRun, 'fileId' | 'status' | 'writtenRows' | 'createdAt' | 'finishedAt'>

/** Returns until when the file and rows are kept; null once they are deleted. */
export function keptUntil(run: Facts): Date | null {
  if (run.fileId === null) return null
  const wasRun = run.status === 'running' || run.status === 'done' || run.writtenRows > 0
  const days = wasRun ? IMPORTED_DAYS : UNUSED_DAYS
  return new Date((run.finishedAt ?? run.createdAt).getTime() + days * DAY_MS)
}
