export type ImportKind = 'customers' | 'invoices'

/** What becomes of a row. A duplicate repeats an earlier row of its file. */
export const ROW_OUTCOMES = ['create', 'update', 'unchanged', 'duplicate', 'reject'] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

/** Sentences beside what they are about; `non_field_errors` for the row as a whole. */
export type RowErrors = Readonly<Record<string, readonly string[]>>

export interface Verdict {
  readonly fate: RowOutcome
  readonly errors: RowErrors
  /** The row in one line, for a person who looks through the preview. */
  readonly summary: string
}

/** How many rows have each fate. */
export type RowOutcomeCounts = Readonly<Record<RowOutcome, number>>

export const NO_ROWS: RowOutcomeCounts = { create: 0, update: 0, unchanged: 0, duplicate: 0, reject: 0 }

export function countRowOutcomes(fates: Iterable<RowOutcome>): RowOutcomeCounts {
  const counts: Record<RowOutcome, number> = { ...NO_ROWS }
  for (const fate of fates) counts[fate] += 1
  return counts
}

/** How many rows have to be written. */
export const rowsToWrite = (counts: RowOutcomeCounts): number => counts.create + counts.update

export const hasErrors = (errors: RowErrors): boolean => Object.keys(errors).length > 0
