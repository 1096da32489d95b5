import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

/** A payment within these days of a message counts as following it. */
const PAID_WITHIN_DAYS = 7

export interface StepFigures {
  readonly step: string
  /** Messages that were sent, or tasks that were opened. */
  readonly sent: number
  /** Messages that a payment of one of their invoices followed. */
  readonly paid: number
}

/** Counts what steps sent since an instant. Steps that sent nothing are left out. */
export async function selectStepFigures(
  ctx: Ctx,
  stepIds: readonly string[],
  sinceMs: number,
): Promise<StepFigures[]> {
  const { rows } = await sql<StepFigures>`
    select m.step_id as step, count(*)::int as sent, count(*) filter (where exists (
        select from payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
        where a.account_id = ${ctx.accountId} and a.invoice_id = any(m.invoice_ids) and a.state = 'applied'
          and a.amount_minor > a.reversed_minor and p.settled_at >= m.sent_at
          and p.settled_at < m.sent_at + make_interval(days => ${PAID_WITHIN_DAYS}::int)))::int as paid
    from reminder_messages m
    where m.account_id = ${ctx.accountId} and m.step_id = any(${stepIds}::text[]) and m.sent_at >= ${asDate(sinceMs)}
    group by m.step_id
    union all
    select o.step_id, count(*)::int, 0 from reminder_outcomes o
    where o.account_id = ${ctx.accountId} and o.step_id = any(${stepIds}::text[]) and o.task_id is not null
      and o.decided_at >= ${asDate(sinceMs)}
    group by o.step_id
    order by 1`.execute(ctx.db)
  return rows
}
