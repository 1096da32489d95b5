import type { Generated, Selectable } from 'kysely'
import type { Instant } from '../../platform/db/database.ts'

interface DataExportsTable {
  account_id: string
  id: string
  state: 'running' | 'done' | 'failed'
  with_pdfs: boolean
  done: Generated<number>
  total: Generated<number>
  size_bytes: Generated<string>
  failure: string | null
  writer: string | null
  request_id: string
  created_by: string
  created_at: Instant
  finished_at: Instant | null
  kept_until: Instant | null
}

interface DataExportPartsTable {
  account_id: string
  export_id: string
  position: number
  bytes: Buffer
}

declare module '../../platform/db/database.ts' {
  interface Database {
    data_exports: DataExportsTable
    data_export_parts: DataExportPartsTable
  }
}

export type DataExportRow = Selectable<DataExportsTable>
