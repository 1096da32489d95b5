import type { z } from 'zod'
import type { importRun } from '../../../contract/imports.ts'
import type { Tone } from '../../ui/text/tag.tsx'

export type ImportRun = z.output<typeof importRun>
export type RowOutcome = keyof ImportRun['outcomes']

/** Path of an import's page. It contains the kind, so that the sidebar knows the current entry at once. */
export const importPath = ({ pk, kind }: Pick<ImportRun, 'pk' | 'kind'>): string =>
  `/imports/${pk}?kind=${kind}`

/** '1 row', '2,041 rows' */
export const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/**
 * Describes what rows create: '2 customers', '1 invoice (2 rows)'. Rows of one number are one invoice. After
 * the rows are deleted, only their count is known.
 */
export function recordsOf(
  run: Pick<ImportRun, 'kind' | 'invoices'>,
  which: 'create' | 'written',
  rows: number,
): string {
  if (run.kind === 'customers') return countOf(rows, 'customer', 'customers')
  if (!run.invoices) return countOf(rows, 'invoice row', 'invoice rows')
  const invoices = run.invoices[which]
  const summary = countOf(invoices, 'invoice', 'invoices')
  return invoices === rows ? summary : `${summary} (${countOf(rows, 'row', 'rows')})`
}

/** Whether its rows are being checked or written now. */
export const isWorking = ({ status }: Pick<ImportRun, 'status'>): boolean =>
  status === 'previewing' || status === 'running'

/** Whether the file and its rows have been deleted. */
export const isForgotten = (run: ImportRun): boolean => run.kept_until === null

/** Whether rows with reasons for leaving them out may still exist. */
export const hasReasons = ({ status, outcomes }: ImportRun): boolean =>
  status === 'done' && outcomes.reject + outcomes.duplicate > 0

/** Number of rows in the file of rows that were left out. */
export const leftOutOf = (run: ImportRun): number => run.left_out_rows ?? run.outcomes.reject

/** Status text of an import. */
export function importState(run: Pick<ImportRun, 'status'>): { text: string; tone: Tone } {
  switch (run.status) {
    case 'mapping':
      return { text: 'Match columns', tone: 'open' }
    case 'previewing':
      return { text: 'Checking rows', tone: 'soon' }
    case 'ready':
      return { text: 'Ready to import', tone: 'open' }
    case 'running':
      return { text: 'Importing', tone: 'soon' }
    case 'done':
      return { text: 'Imported', tone: 'paid' }
    case 'failed':
      return { text: 'Stopped', tone: 'overdue' }
  }
}

export const ROW_OUTCOMES: Record<RowOutcome, { name: string; tone: Tone }> = {
  create: { name: 'New', tone: 'paid' },
  update: { name: 'Changed', tone: 'open' },
  unchanged: { name: 'Unchanged', tone: 'quiet' },
  duplicate: { name: 'Duplicate', tone: 'soon' },
  reject: { name: 'Needs fixing', tone: 'overdue' },
}
