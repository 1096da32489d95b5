export type ImportKind = 'customers' | 'invoices'

/** Outcomes of a row. A duplicate repeats an earlier row of its file. */
export const ROW_OUTCOMES = ['create', 'update', 'unchanged', 'duplicate', 'reject'] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

/** Sentences by target; `non_field_errors` for the whole row. */
export type RowErrors = Readonly<Record<string, readonly string[]>>

export interface Verdict {
  readonly outcome: RowOutcome
  readonly errors: RowErrors
  /** The row in one line, for the preview. */
  readonly summary: string
}

/** Number of rows by outcome. */
export type RowOutcomeCounts = Readonly<Record<RowOutcome, number>>

export const NO_ROWS: RowOutcomeCounts = { create: 0, update: 0, unchanged: 0, duplicate: 0, reject: 0 }

export function countRowOutcomes(outcomes: Iterable<RowOutcome>): RowOutcomeCounts {
  const counts: Record<RowOutcome, number> = { ...NO_ROWS }
  for (const outcome of outcomes) counts[outcome] += 1
  return counts
}

export const hasErrors = (errors: RowErrors): boolean => Object.keys(errors).length > 0
