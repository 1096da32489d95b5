import type { Instant } from '../db/database.ts'

interface DueWorkTable {
  account_id: string
  schedule: string
  /** The object that falls due; empty for the schedule's own next run. */
  key: string
  due_at: Instant
  lease_id: string | null
  leased_until: Instant | null
}

declare module '../db/database.ts' {
  interface Database {
    due_work: DueWorkTable
    known_schedules: { name: string }
  }
}
