import type { Selectable } from 'kysely'
import type { Instant } from '../../platform/db/database.ts'

interface ReminderTemplatesTable {
  account_id: string
  id: string
  name: string
  subject: string
  body: string
  created_at: Instant
  updated_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    reminder_templates: ReminderTemplatesTable
  }
}

export type TemplateRow = Selectable<ReminderTemplatesTable>
