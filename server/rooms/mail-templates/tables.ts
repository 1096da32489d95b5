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

interface MailTextsTable {
  account_id: string
  template: string
  language: string
  subject: string
  body: string
  updated_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    reminder_templates: ReminderTemplatesTable
    mail_texts: MailTextsTable
  }
}

export type TemplateRow = Selectable<ReminderTemplatesTable>
export type MailTextRow = Selectable<MailTextsTable>
