import type { ColumnType, Selectable } from 'kysely'
import type { SavedList } from '../../../contract/lists/saved-views.ts'
import type { Instant } from '../../platform/db/database.ts'

interface SavedViewsTable {
  account_id: string
  id: string
  list: SavedList
  name: string
  query: ColumnType<Readonly<Record<string, string>>, string, string>
  shared: boolean
  /** The person who saved it. */
  user_id: string
  created_at: Instant
}

interface ListColumnsTable {
  account_id: string
  user_id: string
  list: SavedList
  columns: string
  changed_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    saved_views: SavedViewsTable
    list_columns: ListColumnsTable
  }
}

export type SavedViewRow = Selectable<SavedViewsTable>
