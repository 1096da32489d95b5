import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Decision, HoldReason, SkipReason } from '../../../../domain/reminders/decide-reminder.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import type { DueRow } from './find-due.ts'

/** A decision about a due step; `messageId` of the message that was sent, or `taskId` of the task that was opened. */
export interface Outcome {
  readonly step: DueRow
  readonly decision: Decision
  readonly messageId: string | null
  readonly taskId?: string
}

/** Outcomes of steps in whose place a later one was sent. */
export const replacedBy = (steps: readonly DueRow[]): Outcome[] =>
  steps.map((step) => ({ step, decision: { outcome: 'skipped', reason: 'replaced' }, messageId: null }))

/**
 * Records outcomes and their decisions. Throws when one of the steps was sent or skipped already, which the locks of the
 * customers exclude.
 */
export async function recordOutcomes(
  ctx: Ctx,
  outcomes: readonly Outcome[],
  today: CalendarDate,
): Promise<void> {
  if (outcomes.length === 0) return
  const rows = outcomes.map(({ step, decision, messageId, taskId = null }) => ({
    id: nextId(ctx),
    invoice_id: step.invoiceId,
    step_id: step.stepId,
    occurrence: step.occurrence,
    customer_id: step.customerId,
    flow_id: step.flowId,
    step_name: step.stepName,
    scheduled_on: step.scheduledOn,
    outcome: decision.outcome,
    reason: decision.outcome === 'sent' ? null : decision.reason,
    held_until: decision.outcome === 'held' ? decision.until : null,
    message_id: messageId,
    task_id: taskId,
    is_thanks: step.paidOn !== null,
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, invoice_id uuid, step_id text,
    occurrence integer, customer_id uuid, flow_id uuid, step_name text, scheduled_on date, outcome text, reason text,
    held_until date, message_id uuid, task_id uuid, is_thanks boolean)`
  const at = asDate(ctx.now)
  const written = await sql<{ invoice_id: string }>`
    insert into reminder_outcomes as o (account_id, invoice_id, step_id, occurrence, customer_id, flow_id, step_name,
      scheduled_on, outcome, reason, held_until, message_id, task_id, is_thanks, decided_at)
    select here.account_id, r.invoice_id, r.step_id, r.occurrence, r.customer_id, r.flow_id, r.step_name, r.scheduled_on,
      r.outcome, r.reason, r.held_until, r.message_id, r.task_id, r.is_thanks, ${at}::timestamptz
    from ${here(ctx.accountId)}, ${given}
    on conflict (account_id, invoice_id, step_id, occurrence) do update set customer_id = excluded.customer_id,
      flow_id = excluded.flow_id, scheduled_on = excluded.scheduled_on, outcome = excluded.outcome,
      reason = excluded.reason, held_until = excluded.held_until, message_id = excluded.message_id, task_id = excluded.task_id,
      step_name = excluded.step_name, decided_at = excluded.decided_at
      where o.outcome = 'held'
    returning o.invoice_id`.execute(ctx.db)
  if (written.rows.length !== rows.length) throw new Error('a reminder was decided twice')
  await sql`insert into reminder_decisions (account_id, id, invoice_id, step_id, occurrence, step_name, scheduled_on, decided_on,
      outcome, reason, held_until, message_id, task_id, decided_at)
    select here.account_id, r.id, r.invoice_id, r.step_id, r.occurrence, r.step_name, r.scheduled_on, ${today}::date, r.outcome, r.reason,
      r.held_until, r.message_id, r.task_id, ${at}::timestamptz
    from ${here(ctx.accountId)}, ${given}`.execute(ctx.db)
}

export interface ChangedOutcome {
  readonly invoice_id: string
  readonly step_id: string
  readonly occurrence: number
  readonly step_name: string
  readonly scheduled_on: CalendarDate
  readonly held_until: CalendarDate | null
}

/** Ends held steps of invoices that were paid or closed meanwhile. */
export async function skipSettled(ctx: Ctx, today: CalendarDate): Promise<void> {
  const { rows } = await sql<ChangedOutcome>`
    update reminder_outcomes o set outcome = 'skipped', reason = 'settled', held_until = null, decided_at = ${asDate(ctx.now)}
    from invoices i, receivables r
    where o.account_id = ${ctx.accountId} and o.outcome = 'held' and not o.is_thanks and i.account_id = o.account_id and i.id = o.invoice_id
      and r.account_id = o.account_id and r.invoice_id = o.invoice_id
      and (i.state <> 'open' or r.remaining_minor = 0)
    returning o.invoice_id, o.step_id, o.occurrence, o.step_name, o.scheduled_on, o.held_until`.execute(
    ctx.db,
  )
  await appendDecisions(ctx, rows, { outcome: 'skipped', reason: 'settled' }, today)
}

/** Takes back that a person skipped steps. Returns how many were skipped so. */
export async function putBackSkipped(
  ctx: Ctx,
  stepId: string,
  invoices: readonly { readonly invoice: string; readonly occurrence: number }[],
  today: CalendarDate,
): Promise<number> {
  const { rows } = await sql<ChangedOutcome>`
    update reminder_outcomes o set outcome = 'held', reason = 'put_back', held_until = greatest(o.scheduled_on, ${today}::date),
      decided_at = ${asDate(ctx.now)}
    from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as g(invoice uuid, occurrence integer)
    where o.account_id = ${ctx.accountId} and o.invoice_id = g.invoice and o.step_id = ${stepId}
      and o.occurrence = g.occurrence and o.outcome = 'skipped' and o.reason = 'skipped_by_person'
    returning o.invoice_id, o.step_id, o.occurrence, o.step_name, o.scheduled_on, o.held_until`.execute(
    ctx.db,
  )
  await appendDecisions(ctx, rows, { outcome: 'held', reason: 'put_back' }, today)
  return rows.length
}

/** Appends what was decided about steps whose outcomes were changed. */
export async function appendDecisions(
  ctx: Ctx,
  rows: readonly ChangedOutcome[],
  { outcome, reason }: { outcome: 'held' | 'skipped'; reason: HoldReason | SkipReason },
  today: CalendarDate,
): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map((row) => ({ ...row, id: nextId(ctx) }))
  await sql`insert into reminder_decisions (account_id, id, invoice_id, step_id, occurrence, step_name, scheduled_on, decided_on,
      outcome, reason, held_until, decided_at)
    select here.account_id, r.id, r.invoice_id, r.step_id, r.occurrence, r.step_name, r.scheduled_on, ${today}::date, ${outcome},
      ${reason}, r.held_until, ${asDate(ctx.now)}::timestamptz
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r(id uuid, invoice_id uuid,
      step_id text, occurrence integer, step_name text, scheduled_on date, held_until date)`.execute(ctx.db)
}
