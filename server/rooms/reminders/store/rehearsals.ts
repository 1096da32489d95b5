import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { isThanks } from '../../../../domain/reminders/thank-yous.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import type { Rehearsal } from '../rules/rehearse-customer.ts'
import type { RehearsalRow, StoredDefinition } from '../tables.ts'

export interface NewRehearsal {
  readonly flowId: string
  readonly definition: StoredDefinition
  readonly live: StoredDefinition | null
  readonly period: RehearsalRow['period']
  readonly from: CalendarDate
  readonly until: CalendarDate
  readonly customers: number
}

/** Replaces the rehearsal of a flow by a new one, and returns its id. */
export async function insertRehearsal(ctx: Ctx, rehearsal: NewRehearsal): Promise<string> {
  const id = nextId(ctx)
  await ctx.db
    .deleteFrom('reminder_rehearsals')
    .where('account_id', '=', ctx.accountId)
    .where('flow_id', '=', rehearsal.flowId)
    .execute()
  await ctx.db
    .insertInto('reminder_rehearsals')
    .values({
      account_id: ctx.accountId,
      id,
      flow_id: rehearsal.flowId,
      definition: JSON.stringify(rehearsal.definition),
      live: rehearsal.live && JSON.stringify(rehearsal.live),
      period: rehearsal.period,
      from_day: rehearsal.from,
      until_day: rehearsal.until,
      state: 'running',
      after_customer: null,
      customers_total: rehearsal.customers,
      failure: null,
      created_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
      created_at: asDate(ctx.now),
      finished_at: null,
    })
    .execute()
  return id
}

export async function findRehearsal(ctx: Ctx, flowId: string): Promise<RehearsalRow | null> {
  const row = await ctx.db
    .selectFrom('reminder_rehearsals')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('flow_id', '=', flowId)
    .executeTakeFirst()
  return row ?? null
}

/** Locks a rehearsal that runs until the transaction ends; null when it ended or was replaced. */
export async function lockRunning(ctx: Ctx, id: string): Promise<RehearsalRow | null> {
  const row = await ctx.db
    .selectFrom('reminder_rehearsals')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Counts that a page of customers adds to a rehearsal. */
export interface RehearsedPage {
  readonly customers: readonly string[]
  readonly invoices: number
  readonly liveMessages: number
  readonly liveHeld: number
}

/** Records that a page of customers was played; without customers, that the rehearsal is done. */
export async function moveRehearsal(ctx: Ctx, id: string, page: RehearsedPage): Promise<void> {
  const last = page.customers.at(-1)
  const now = asDate(ctx.now)
  await ctx.db
    .updateTable('reminder_rehearsals')
    .set(({ eb }) => ({
      customers_done: eb('customers_done', '+', page.customers.length),
      invoices_count: eb('invoices_count', '+', page.invoices),
      live_messages: eb('live_messages', '+', page.liveMessages),
      live_held: eb('live_held', '+', page.liveHeld),
      ...(last === undefined ? { state: 'done' as const, finished_at: now } : { after_customer: last }),
    }))
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

export async function failRehearsal(ctx: Ctx, id: string, failure: string): Promise<void> {
  await ctx.db
    .updateTable('reminder_rehearsals')
    .set({ state: 'failed', failure, finished_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Adds what a rehearsal found for one customer. */
export async function insertRehearsed(
  ctx: Ctx,
  rehearsalId: string,
  customerId: string,
  { messages, holds }: Rehearsal,
): Promise<void> {
  const rows = [
    ...messages.map(({ day, steps }) => ({ day, steps, outcome: 'sent', reason: null, until: null })),
    ...holds.map(({ day, step, decision }) => ({
      day,
      steps: [step],
      outcome: decision.outcome,
      reason: decision.reason,
      until: decision.outcome === 'held' ? decision.until : null,
    })),
  ].map(({ steps, ...row }) => ({ ...row, ...valuesOf(ctx, steps, row.day) }))
  if (rows.length === 0) return
  await sql`insert into reminder_rehearsed (account_id, rehearsal_id, id, day, hour, customer_id, step_id, step_name, outcome,
      reason, held_until, scheduled_on, is_past_due, currency, remaining_minor, invoices)
    select here.account_id, ${rehearsalId}, r.id, r.day, r.hour, ${customerId}, r.step_id, r.step_name, r.outcome, r.reason,
      r.until, r.scheduled_on, r.is_past_due, r.currency, r.remaining_minor, r.invoices
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, day date, hour integer,
      step_id text, step_name text, outcome text, reason text, until date, scheduled_on date, is_past_due boolean,
      currency text, remaining_minor bigint, invoices jsonb)`.execute(ctx.db)
}

function valuesOf(ctx: Ctx, steps: Rehearsal['messages'][number]['steps'], day: CalendarDate) {
  const [first] = steps
  return {
    id: nextId(ctx),
    hour: first!.step.hour,
    step_id: first!.stepId,
    step_name: first!.step.name,
    scheduled_on: steps.map((step) => step.scheduledOn).sort()[0]!,
    is_past_due: first!.invoice.dueDate < day,
    currency: first!.currency,
    remaining_minor: steps.reduce((sum, step) => sum + step.remainingMinor, 0n).toString(),
    invoices: steps.map(({ invoice, occurrence, remainingMinor }) => ({
      id: invoice.id,
      number: invoice.number,
      invoiceDate: invoice.invoiceDate,
      dueDate: invoice.dueDate,
      total: invoice.totalMinor.toString(),
      remaining: remainingMinor.toString(),
      occurrence,
      ...(isThanks(first!.step) && { paidOn: invoice.settlement!.paidOn }),
    })),
  }
}
