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

declare module '../../platform/db/database.ts' {
  interface Database {
    saved_views: SavedViewsTable
  }
}

export type SavedViewRow = Selectable<SavedViewsTable>
