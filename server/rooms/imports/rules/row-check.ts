import type { RowGroup } from './row-groups.ts'
import type { Verdict } from './row-outcomes.ts'

export interface JudgedGroup extends Verdict {
  readonly group: RowGroup
  /** What will be written; null for rows that won't be. */
  readonly record: unknown
}

/** Text that stands beyond the last column: the cells before it may have slipped too. */
export function slippedErrors(group: RowGroup): Record<string, string[]> | null {
  const reasons = group.rows.flatMap((row) => (row.slipped === null ? [] : [row.slipped]))
  return reasons.length > 0 ? { non_field_errors: [...new Set(reasons)] } : null
}
