import type { Instant } from '../../platform/db/database.ts'

interface AuditSealsTable {
  account_id: string
  number: bigint
  entry_id: string
  made_at: Instant
  digest: Buffer
}

interface AuditUnsealedTable {
  account_id: string
  entry_id: string
}

interface NotificationMarksTable {
  account_id: string
  user_id: string
  seen_at: Instant
  seen_id: string
}

declare module '../../platform/db/database.ts' {
  interface Database {
    audit_seals: AuditSealsTable
    audit_unsealed: AuditUnsealedTable
    notification_marks: NotificationMarksTable
  }
}
