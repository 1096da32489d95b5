import type { Generated } from 'kysely'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import type { DecimalMark } from '../../../domain/parsing/loose-input.ts'
import type { Instant, Json } from '../../platform/db/database.ts'
import type { Mapping } from './rules/columns/targets.ts'
import type { ImportStatus } from './rules/import-run.ts'
import type { ImportKind, RowErrors, RowOutcome } from './rules/row-outcomes.ts'

export interface ImportRunsTable {
  account_id: string
  id: string
  kind: ImportKind
  /** Null once the file is deleted. */
  file_id: string | null
  file_name: string
  status: ImportStatus
  columns: Json<string[]>
  samples: Json<string[][]>
  mapping: Json<Mapping>
  date_order: DateFormat
  decimal_mark: DecimalMark
  total_rows: number
  checked_rows: Generated<number>
  written_rows: Generated<number>
  created_rows: Generated<number>
  updated_rows: Generated<number>
  unchanged_rows: Generated<number>
  duplicate_rows: Generated<number>
  rejected_rows: Generated<number>
  /** Incremented by each check, which invalidates earlier checks that are still running. */
  generation: Generated<number>
  /** Failed attempts of a job since its last progress. */
  attempts: Generated<number>
  failure: string | null
  created_by: string
  created_at: Instant
  finished_at: Instant | null
}

interface ImportRowsTable {
  account_id: string
  import_id: string
  row_number: number
  /** The first row of the same invoice, which holds the record; otherwise the row itself. */
  group_row: number
  cells: Json<string[]>
  fate: RowOutcome
  record: Json<unknown> | null
  errors: Json<RowErrors>
  summary: Generated<string>
  written: Generated<boolean>
}

declare module '../../platform/db/database.ts' {
  interface Database {
    import_runs: ImportRunsTable
    import_rows: ImportRowsTable
  }
}
