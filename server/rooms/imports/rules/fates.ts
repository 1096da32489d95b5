export type ImportKind = 'customers' | 'invoices'

/** What becomes of a row. A duplicate repeats an earlier row of its file. */
export const FATES = ['create', 'update', 'unchanged', 'duplicate', 'reject'] as const
export type Fate = (typeof FATES)[number]

/** Sentences beside what they are about; `non_field_errors` for the row as a whole. */
export type RowErrors = Readonly<Record<string, readonly string[]>>

export interface Verdict {
  readonly fate: Fate
  readonly errors: RowErrors
  /** The row in one line, for a person who looks through the preview. */
  readonly summary: string
}

/** How many rows have each fate. */
export type FateCounts = Readonly<Record<Fate, number>>

export const NO_ROWS: FateCounts = { create: 0, update: 0, unchanged: 0, duplicate: 0, reject: 0 }

export function countFates(fates: Iterable<Fate>): FateCounts {
  const counts: Record<Fate, number> = { ...NO_ROWS }
  for (const fate of fates) counts[fate] += 1
  return counts
}

/** How many rows have to be written. */
export const rowsToWrite = (counts: FateCounts): number => counts.create + counts.update

export const hasErrors = (errors: RowErrors): boolean => Object.keys(errors).length > 0
