import type { DateFormat } from '../../../../domain/dates/calendar.ts'
import type { DecimalMark } from '../../../../domain/parsing/loose-input.ts'
import type { Mapping } from './columns/targets.ts'
import type { ImportKind, RowErrors, RowOutcome, RowOutcomeCounts } from './row-outcomes.ts'

export type ImportStatus = 'mapping' | 'previewing' | 'ready' | 'running' | 'done' | 'failed'

export interface ImportRun {
  readonly id: string
  readonly kind: ImportKind
  /**
   * Null once the file is deleted. The rows are deleted then too, except the reasons for some that were left
   * out.
   */
  readonly fileId: string | null
  readonly fileName: string
  readonly status: ImportStatus
  readonly columns: readonly string[]
  readonly samples: readonly (readonly string[])[]
  readonly mapping: Mapping
  readonly dateOrder: DateFormat
  readonly decimalMark: DecimalMark
  readonly totalRows: number
  readonly checkedRows: number
  readonly writtenRows: number
  readonly outcomes: RowOutcomeCounts
  readonly generation: number
  readonly attempts: number
  readonly failure: string | null
  readonly createdBy: string
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

export interface KeptRow {
  readonly rowNumber: number
  readonly cells: string[]
  readonly outcome: RowOutcome
  readonly errors: RowErrors
  readonly summary: string
}
