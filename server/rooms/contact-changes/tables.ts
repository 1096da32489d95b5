import type { Generated, Selectable } from 'kysely'
import type { ContactTexts } from '../../../domain/people/contact-fields.ts'
import type { Instant, Json } from '../../platform/db/database.ts'

interface ContactChangesTable {
  account_id: string
  id: string
  customer_id: string
  state: Generated<'open' | 'approved' | 'refused' | 'replaced' | 'withdrawn'>
  proposed: Json<Partial<ContactTexts>>
  before: Json<Partial<ContactTexts>>
  proposed_by: string
  proposed_by_email: string
  proposed_at: Instant
  decided_by: string | null
  decided_at: Instant | null
  note: Generated<string>
}

declare module '../../platform/db/database.ts' {
  interface Database {
    contact_changes: ContactChangesTable
  }
}

export type ContactChangeRow = Selectable<ContactChangesTable>
