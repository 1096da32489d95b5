import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../../../contract/filters.ts'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { HoldReason, SkipReason } from '../../../../domain/reminders/decide-reminder.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type FilterColumn, filterConditions } from '../../../platform/db/filtering.ts'
import { idsInOrder, listedIds } from '../../../platform/db/rows/id-lists.ts'
import { pageOf } from '../../../platform/db/window.ts'

export interface Named {
  readonly id: string
  readonly name: string
}

export interface SentRow {
  readonly id: string
  readonly customer: Named
  readonly step_name: string
  readonly subject: string
  readonly to_address: string
  readonly invoices: readonly Named[]
  readonly currency: string
  readonly remaining_minor: bigint
  readonly is_thanks: boolean
  readonly sender_name: string | null
  readonly reply_to: string | null
  readonly sent_at: Date
  /** First time that one of its pay links was opened. */
  readonly opened_at: Date | null
  /** Paid on its invoices since it was sent. */
  readonly paid_minor: bigint
  readonly status: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | null
}

/** Reads `reminder_messages m` of the rows that `page` names. */
const sentRows = (ctx: Ctx, page: RawBuilder<unknown>) => sql<SentRow>`
    select m.id, jsonb_build_object('id', k.id, 'name', k.short_name) as customer, m.step_name, m.subject, m.to_address,
      (select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.number) order by i.due_date, i.number) from invoices i
        where i.account_id = ${ctx.accountId} and i.id = any(m.invoice_ids)) as invoices,
      m.currency, m.remaining_minor, m.is_thanks, m.sender_name, m.reply_to, m.sent_at, d.status,
      (select min(l.opened_at) from pay_links l where l.account_id = ${ctx.accountId} and l.id = any(m.pay_link_ids)) as opened_at,
      (select coalesce(sum(a.amount_minor - a.reversed_minor), 0)::bigint from payment_allocations a
        join payments p on p.account_id = a.account_id and p.id = a.payment_id and p.settled_at >= m.sent_at
        where a.account_id = ${ctx.accountId} and a.invoice_id = any(m.invoice_ids) and a.state = 'applied') as paid_minor
    from reminder_messages m join customers k on k.account_id = m.account_id and k.id = m.customer_id
      left join mail_messages d on d.account_id = m.account_id and d.id = m.id ${page}`

/** Filters of the lists of reminders. */
export interface ReminderMatch {
  readonly customerId: string | undefined
  /** A step of a flow. */
  readonly step?: string | undefined
  readonly filters: readonly Filter[]
  readonly timezone: string
}

function sentOf(ctx: Ctx, { customerId, step, filters, timezone }: ReminderMatch): RawBuilder<unknown> {
  const columns: Record<string, FilterColumn> = {
    sent: { expression: sql`(m.sent_at at time zone ${timezone})::date`, kind: 'date' },
  }
  const ofCustomer = customerId === undefined ? sql`` : sql`and m.customer_id = ${customerId}::uuid`
  const ofStep = step === undefined ? sql`` : sql`and m.step_id = ${step}`
  const filtered = filters.length === 0 ? sql`` : sql`and ${filterConditions(filters, columns)}`
  return sql`m.account_id = ${ctx.accountId} ${ofCustomer} ${ofStep} ${filtered}`
}

export async function selectSent(ctx: Ctx, match: ReminderMatch, limit: number, offset: number) {
  const where = sentOf(ctx, match)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from reminder_messages m where ${where}`.execute(ctx.db)
  const page = sql`where ${where} order by m.sent_at desc, m.id desc ${pageOf(limit, offset)}`
  const { rows } = await sentRows(ctx, page).execute(ctx.db)
  return { count: counts[0]!.count, rows }
}

/** Returns the ids of the matching messages, the newest first, 16 bytes each. */
export const selectSentIds = (ctx: Ctx, match: ReminderMatch): Promise<Buffer> =>
  idsInOrder(
    ctx,
    sql`select m.id from reminder_messages m where ${sentOf(ctx, match)} order by m.sent_at desc, m.id desc`,
  )

/** Returns these messages in their order. */
export async function selectSentByIds(ctx: Ctx, ids: readonly string[]): Promise<SentRow[]> {
  const page = sql`join (${listedIds(ids)}) page on page.id = m.id where m.account_id = ${ctx.accountId} order by page.key`
  return (await sentRows(ctx, page).execute(ctx.db)).rows
}

export interface HeldRow {
  readonly customer: Named
  readonly invoice: Named
  readonly step_name: string
  readonly scheduled_on: CalendarDate
  readonly currency: string
  readonly remaining_minor: bigint
  readonly is_thanks: boolean
  readonly reason: HoldReason
  readonly held_until: CalendarDate | null
  readonly note: string
}

/**
 * Held steps that are decided again: those of the flow that the customer has today, as it is live. What another flow held before the
 * customer changed the group, or a step that was removed since, holds nothing any more.
 */
const heldOf = (ctx: Ctx, customerId?: string) => sql`from reminder_outcomes o
      join invoices i on i.account_id = o.account_id and i.id = o.invoice_id and i.state = 'open'
      join receivables r on r.account_id = o.account_id and r.invoice_id = o.invoice_id
        and o.is_thanks = (r.remaining_minor = 0)
      join customers c on c.account_id = r.account_id and c.id = r.customer_id
      left join reminder_flow_groups g on g.account_id = c.account_id and g.group_id = c.group_id
      join reminder_flows f on f.account_id = o.account_id and f.id = o.flow_id and f.on_since is not null
        and case when g.flow_id is null then f.covers = 'everyone_else' else f.id = g.flow_id end
      join reminder_steps s on s.account_id = o.account_id and s.flow_id = o.flow_id and s.id = o.step_id
        and s.repeat_times >= o.occurrence
    where o.account_id = ${ctx.accountId} and o.outcome = 'held' and o.reason <> 'put_back'
      ${customerId === undefined ? sql`` : sql`and o.customer_id = ${customerId}::uuid`}`

/** Reads held steps `h`; `page` joins, limits and orders them. */
const heldRows = (ctx: Ctx, page: RawBuilder<unknown>, customerId?: string) => sql<HeldRow>`
    select jsonb_build_object('id', k.id, 'name', k.short_name) as customer,
      jsonb_build_object('id', h.id, 'name', h.number) as invoice, h.step_name, h.scheduled_on, h.currency,
      h.remaining_minor, h.is_thanks, h.reason, h.held_until, coalesce(p.note, '') as note
    from (select o.customer_id, o.flow_id, i.id, i.number, o.step_name, o.scheduled_on, i.currency,
        case when o.is_thanks then i.total_minor else r.remaining_minor end as remaining_minor, o.is_thanks, o.reason, o.held_until, o.account_id ${heldOf(ctx, customerId)}) h
      join customers k on k.account_id = h.account_id and k.id = h.customer_id
      left join reminder_pauses p on p.account_id = h.account_id and (p.scope, p.subject_id) = (
        case h.reason when 'flow_paused' then 'flow' when 'customer_paused' then 'customer' when 'invoice_paused' then 'invoice' end,
        case h.reason when 'flow_paused' then h.flow_id when 'customer_paused' then h.customer_id else h.id end)
    ${page}`

export async function selectHeld(ctx: Ctx, customerId: string | undefined, limit: number, offset: number) {
  const { rows: counts } = await sql<{
    count: number
  }>`select count(*)::int as count ${heldOf(ctx, customerId)}`.execute(ctx.db)
  const page = sql`order by h.reason, k.short_name, h.number ${pageOf(limit, offset)}`
  const { rows } = await heldRows(ctx, page, customerId).execute(ctx.db)
  return { count: counts[0]!.count, rows }
}

/** Returns the ids of invoices with held steps, by reason, 16 bytes each. */
export const selectHeldIds = (ctx: Ctx, customerId?: string): Promise<Buffer> =>
  idsInOrder(
    ctx,
    sql`select h.id from (select i.id, i.number, o.customer_id, min(o.reason) as reason ${heldOf(ctx, customerId)} group by 1, 2, 3) h
      join customers k on k.account_id = ${ctx.accountId} and k.id = h.customer_id
      order by h.reason, k.short_name, h.number, h.id`,
  )

/** Returns the held steps of these invoices in the order of the invoices. */
export async function selectHeldByInvoices(ctx: Ctx, invoiceIds: readonly string[]): Promise<HeldRow[]> {
  const page = sql`join (${listedIds(invoiceIds)}) page on page.id = h.id order by page.key, h.reason`
  return (await heldRows(ctx, page).execute(ctx.db)).rows
}

export interface DecisionRow {
  readonly id: string
  readonly step_name: string
  readonly occurrence: number
  readonly decided_on: CalendarDate
  readonly decided_at: Date
  readonly outcome: 'sent' | 'held' | 'skipped'
  readonly reason: HoldReason | SkipReason | null
  readonly held_until: CalendarDate | null
  readonly message_id: string | null
  readonly task_id: string | null
}

const MAX_DECISIONS = 200

export const selectDecisions = (ctx: Ctx, invoiceId: string): Promise<DecisionRow[]> =>
  ctx.db
    .selectFrom('reminder_decisions')
    .select([
      'id',
      'step_name',
      'occurrence',
      'decided_on',
      'decided_at',
      'outcome',
      'reason',
      'held_until',
      'message_id',
      'task_id',
    ])
    .where('account_id', '=', ctx.accountId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('decided_at', 'desc')
    .orderBy('scheduled_on', 'desc')
    .orderBy('outcome', 'desc')
    .limit(MAX_DECISIONS)
    .execute()

const MAX_OF_CUSTOMER = 50

export async function selectDecisionsOfCustomer(
  ctx: Ctx,
  customerId: string,
): Promise<(DecisionRow & { readonly invoice_id: string; readonly number: string })[]> {
  const { rows } = await sql<DecisionRow & { invoice_id: string; number: string }>`
    select d.id, d.step_name, d.occurrence, d.decided_on, d.decided_at, d.outcome, d.reason, d.held_until, d.message_id, d.task_id,
      d.invoice_id, i.number
    from invoices i join reminder_decisions d on d.account_id = i.account_id and d.invoice_id = i.id
    where i.account_id = ${ctx.accountId} and i.customer_id = ${customerId}
    order by d.decided_at desc, d.scheduled_on desc, d.outcome desc, d.id desc limit ${MAX_OF_CUSTOMER}`.execute(
    ctx.db,
  )
  return rows
}
