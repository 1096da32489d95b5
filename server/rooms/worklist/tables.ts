import type { Generated, Selectable } from 'kysely'
import type { TaskKind } from '../../../domain/worklist/task.ts'
import type { DateText, Instant, Minor } from '../../platform/db/database.ts'

interface TasksTable {
  account_id: string
  id: string
  key: string
  kind: TaskKind
  customer_id: string
  invoice_ids: string[]
  currency: string | null
  amount_minor: Minor | null
  title: string
  reason: string
  note: string
  url: Generated<string>
  due_on: DateText
  snoozed_until: Generated<DateText | null>
  snooze_note: Generated<string>
  assigned_to: string | null
  ends_when_settled: boolean
  status: Generated<'open' | 'done'>
  done_by: Generated<string | null>
  done_at: Generated<Instant | null>
  outcome: Generated<string>
  created_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    tasks: TasksTable
  }
}

export type TaskRow = Selectable<TasksTable>
