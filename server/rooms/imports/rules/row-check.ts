import type { RowGroup } from './row-groups.ts'
import type { Verdict } from './row-outcomes.ts'

export interface JudgedGroup extends Verdict {
  readonly group: RowGroup
  /** Data to write; null for rows that are not written. */
  readonly record: unknown
}

/** Returns errors for text beyond the last column, which indicates that earlier cells may be shifted too. */
export function slippedErrors(group: RowGroup): Record<string, string[]> | null {
  const reasons = group.rows.flatMap((row) => (row.slipped === null ? [] : [row.slipped]))
  return reasons.length > 0 ? { non_field_errors: [...new Set(reasons)] } : null
}
