import type { Generated, Selectable } from 'kysely'
import type { HoldReason, SkipReason } from '../../../domain/reminders/decide-reminder.ts'
import type { Step, StepAnchor, StepKind } from '../../../domain/reminders/flow.ts'
import type { StepSender } from '../../../domain/reminders/step-sender.ts'
import type { DateText, Instant, Json, Minor } from '../../platform/db/database.ts'

/** A definition as it is stored: the minimum is a decimal number of minor units. */
export interface StoredDefinition {
  readonly gapDays: number
  readonly steps: readonly StoredStep[]
}

/** Steps that were stored before there were kinds have none, and email the customer. */
export interface StoredStep
  extends Omit<Step, 'minRemainingMinor' | NewStepField>,
    Partial<Pick<Step, NewStepField>> {
  readonly minRemainingMinor: string
}
type NewStepField = 'kind' | 'text' | 'members' | 'sender'

interface ReminderFlowsTable {
  account_id: string
  id: string
  name: string
  covers: 'groups' | 'everyone_else'
  draft: Json<StoredDefinition> | null
  revision: number
  live_version: number | null
  on_since: DateText | null
  created_at: Instant
  updated_at: Instant
}

interface ReminderFlowGroupsTable {
  account_id: string
  group_id: string
  flow_id: string
}

interface ReminderFlowVersionsTable {
  account_id: string
  flow_id: string
  version: number
  definition: Json<StoredDefinition>
  published_at: Instant
  published_by: string | null
}

interface ReminderStepsTable {
  account_id: string
  id: string
  flow_id: string
  position: number
  name: string
  kind: StepKind
  anchor: StepAnchor
  offset_days: number
  hour: number
  template_id: string | null
  text: string
  members: string[]
  repeat_days: number
  repeat_times: number
  min_remaining_minor: Minor
  attach_pdf: boolean
  copies: string[]
  gap_days: number
  live_since: DateText | null
  sender: Json<StepSender> | null
}

interface ReminderMessagesTable {
  account_id: string
  id: string
  customer_id: string
  step_id: string
  flow_id: string
  step_name: string
  invoice_ids: string[]
  mail_ids: string[]
  pay_link_ids: string[]
  currency: string
  remaining_minor: Minor
  to_address: string
  subject: string
  is_thanks: Generated<boolean>
  /** Name and reply address of another sender than the account. */
  sender_name: string | null
  reply_to: string | null
  sent_on: DateText
  sent_at: Instant
}

interface ReminderOutcomesTable {
  account_id: string
  invoice_id: string
  step_id: string
  occurrence: number
  customer_id: string
  flow_id: string
  step_name: string
  scheduled_on: DateText
  outcome: 'sent' | 'held' | 'skipped'
  reason: HoldReason | SkipReason | null
  held_until: DateText | null
  message_id: string | null
  task_id: string | null
  is_thanks: Generated<boolean>
  decided_at: Instant
}

interface ReminderDecisionsTable {
  account_id: string
  id: string
  invoice_id: string
  step_id: string
  occurrence: number
  step_name: string
  scheduled_on: DateText
  decided_on: DateText
  outcome: 'sent' | 'held' | 'skipped'
  reason: HoldReason | SkipReason | null
  held_until: DateText | null
  message_id: string | null
  task_id: string | null
  decided_at: Instant
}

interface ReminderPausesTable {
  account_id: string
  id: string
  scope: 'flow' | 'customer' | 'invoice'
  subject_id: string
  until: DateText | null
  note: string
  paused_by: string | null
  paused_at: Instant
}

interface ReminderChangedTextsTable {
  account_id: string
  invoice_id: string
  step_id: string
  occurrence: number
  subject: string
  body: string
  invoice_ids: string[]
  remaining_minor: Minor
  changed_by: string | null
  changed_at: Instant
}

interface ReminderRehearsalsTable {
  account_id: string
  id: string
  flow_id: string
  definition: Json<StoredDefinition>
  live: Json<StoredDefinition> | null
  period: 'past' | 'future'
  from_day: DateText
  until_day: DateText
  state: 'running' | 'done' | 'failed'
  after_customer: string | null
  customers_total: number
  customers_done: Generated<number>
  invoices_count: Generated<number>
  live_messages: Generated<number>
  live_held: Generated<number>
  failure: string | null
  created_by: string | null
  created_at: Instant
  finished_at: Instant | null
}

/** An invoice of a rehearsed message. Amounts are decimal numbers of minor units. */
export interface StoredInvoice {
  readonly id: string
  readonly number: string
  readonly invoiceDate: string
  readonly dueDate: string
  readonly total: string
  /** Minor units; of a thank-you, what was paid. */
  readonly remaining: string
  readonly occurrence: number
  /** Day of the last payment; only of a thank-you. */
  readonly paidOn?: string
}

interface ReminderRehearsedTable {
  account_id: string
  rehearsal_id: string
  id: string
  day: DateText
  hour: number
  customer_id: string
  step_id: string
  step_name: string
  outcome: 'sent' | 'held' | 'skipped'
  reason: HoldReason | SkipReason | null
  held_until: DateText | null
  scheduled_on: DateText
  is_past_due: boolean
  currency: string
  remaining_minor: Minor
  invoices: Json<readonly StoredInvoice[]>
}

declare module '../../platform/db/database.ts' {
  interface Database {
    reminder_flows: ReminderFlowsTable
    reminder_flow_groups: ReminderFlowGroupsTable
    reminder_flow_versions: ReminderFlowVersionsTable
    reminder_steps: ReminderStepsTable
    reminder_messages: ReminderMessagesTable
    reminder_outcomes: ReminderOutcomesTable
    reminder_decisions: ReminderDecisionsTable
    reminder_pauses: ReminderPausesTable
    reminder_changed_texts: ReminderChangedTextsTable
    reminder_rehearsals: ReminderRehearsalsTable
    reminder_rehearsed: ReminderRehearsedTable
  }
}

export type FlowRow = Selectable<ReminderFlowsTable>
export type StepRow = Selectable<ReminderStepsTable>
export type RehearsalRow = Selectable<ReminderRehearsalsTable>
export type RehearsedRow = Selectable<ReminderRehearsedTable>
export type MessageRow = Selectable<ReminderMessagesTable>
