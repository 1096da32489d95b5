import type { DateFormat } from '../../../../domain/calendar.ts'
import type { DecimalMark } from '../../../../domain/loose-input.ts'
import type { Fate, FateCounts, ImportKind, RowErrors } from './fates.ts'
import type { Mapping } from './targets.ts'

export type ImportStatus = 'mapping' | 'previewing' | 'ready' | 'running' | 'done' | 'failed'

export interface ImportRun {
  readonly id: string
  readonly kind: ImportKind
  /** Null once the file has had its time: its rows are gone then as well, but for why some were left out. */
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
  readonly fates: FateCounts
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
  readonly fate: Fate
  readonly errors: RowErrors
  readonly summary: string
}
