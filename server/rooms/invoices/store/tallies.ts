import { sql } from 'kysely'
import { addDays, type CalendarDate } from '../../../../domain/calendar.ts'
import { SOON_DAYS } from '../../../../domain/invoice-status.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isOwed, owedDates, type Selection } from './selection.ts'

/** What a selection comes to in one currency. Amounts in minor units. */
export interface Sum {
  readonly currency: string
  readonly count: number
  readonly remainingMinor: bigint
  readonly pastDueMinor: bigint
}

interface TallyRow {
  currency: string
  draft: number
  open: number
  void: number
  written_off: number
  owed: number
  overdue: number
  soon: number
  chosen: number
  remaining: bigint
  past_due: bigint
  chosen_remaining: bigint
  chosen_past_due: bigint
}

const readTallies = async (
  ctx: Ctx,
  scopeId: string,
  selection: Selection,
  today: CalendarDate,
): Promise<TallyRow[]> => {
  const count = (condition: ReturnType<typeof sql>) =>
    sql`coalesce(sum(t.invoices) filter (where ${condition}), 0)::int`
  const amount = (condition: ReturnType<typeof sql>) =>
    sql`coalesce(sum(t.remaining_minor) filter (where ${condition}), 0)::bigint`
  const day = sql`${today}::date`
  const owed = sql`t.kind = 'owed'`
  const late = sql`${owed} and t.due_date < ${day}`
  const soon = sql`${owed} and t.due_date >= ${day} and t.due_date <= ${addDays(today, SOON_DAYS)}::date`
  const chosen = sql`${owed} and ${owedDates(selection, sql`t.due_date`, today)}`
  const result = await sql<TallyRow>`
    select t.currency, ${count(sql`t.kind = 'draft'`)} as draft, ${count(sql`t.kind = 'open'`)} as open,
      ${count(sql`t.kind = 'void'`)} as void, ${count(sql`t.kind = 'written_off'`)} as written_off, ${count(owed)} as owed,
      ${count(late)} as overdue, ${count(soon)} as soon, ${count(chosen)} as chosen, ${amount(owed)} as remaining,
      ${amount(late)} as past_due, ${amount(chosen)} as chosen_remaining,
      ${amount(sql`${chosen} and t.due_date < ${day}`)} as chosen_past_due
    from invoice_tallies t where t.account_id = ${ctx.accountId} and t.scope_id = ${scopeId}
    group by t.currency`.execute(ctx.db)
  return result.rows
}

/** What a plain selection comes to, by currency, from the kept counts. */
function sumOf(row: TallyRow, selection: Selection): Sum {
  const { currency } = row
  if (isOwed(selection) && ['all', 'issued', 'open', 'overdue', 'due_this_week'].includes(selection.view))
    return {
      currency,
      count: row.chosen,
      remainingMinor: row.chosen_remaining,
      pastDueMinor: row.chosen_past_due,
    }
  const nothing = { currency, count: 0, remainingMinor: 0n, pastDueMinor: 0n }
  if (isOwed(selection)) return nothing
  const owed = { currency, remainingMinor: row.remaining, pastDueMinor: row.past_due }
  switch (selection.view) {
    case 'draft':
      return { ...nothing, count: row.draft }
    case 'void':
      return { ...nothing, count: row.void }
    case 'paid':
      return { ...nothing, count: row.open - row.owed }
    case 'issued':
      return { ...owed, count: row.open }
    default:
      return { ...owed, count: row.draft + row.open + row.void + row.written_off }
  }
}

export interface Counted {
  /** Currencies in which the account has invoices. */
  readonly currencies: string[]
  readonly sums: Sum[]
  /** How many invoices of the whole account each saved view holds. */
  readonly views: Record<'all' | 'open' | 'overdue' | 'due_this_week' | 'draft' | 'paid' | 'void', number>
}

/** Counts by the kept tallies: what each saved view holds and what the selection comes to as far as it is plain. */
export async function countByTallies(ctx: Ctx, selection: Selection, today: CalendarDate): Promise<Counted> {
  const ofAccount = await readTallies(ctx, ctx.accountId, selection, today)
  const ofScope =
    selection.customerId === undefined
      ? ofAccount
      : await readTallies(ctx, selection.customerId, selection, today)
  const views = { all: 0, open: 0, overdue: 0, due_this_week: 0, draft: 0, paid: 0, void: 0 }
  for (const row of ofAccount) {
    views.all += row.draft + row.open + row.void + row.written_off
    views.open += row.owed
    views.overdue += row.overdue
    views.due_this_week += row.soon
    views.draft += row.draft
    views.paid += row.open - row.owed
    views.void += row.void
  }
  return {
    currencies: ofAccount.map((row) => row.currency),
    sums: ofScope.map((row) => sumOf(row, selection)),
    views,
  }
}

/** Differences between the kept counts and the invoices themselves, in words. None when all is well. */
export async function compareTallies(ctx: Ctx): Promise<string[]> {
  const result = await sql<{
    scope_id: string
    kind: string
    currency: string
    kept: bigint
    counted: bigint
  }>`
    with counted as (
      select s.scope_id, i.state as kind, i.currency, count(*) as invoices, 0 as remaining
      from invoices i cross join lateral (values (i.account_id), (i.customer_id)) s(scope_id)
      where i.account_id = ${ctx.accountId} group by 1, 2, 3
      union all
      select s.scope_id, 'owed', r.currency, count(*), sum(r.remaining_minor)
      from receivables r cross join lateral (values (r.account_id), (r.customer_id)) s(scope_id)
      where r.account_id = ${ctx.accountId} and r.remaining_minor > 0 group by 1, 2, 3
    ), kept as (
      select scope_id, kind, currency, sum(invoices) as invoices, sum(remaining_minor) as remaining
      from invoice_tallies where account_id = ${ctx.accountId} group by 1, 2, 3
    )
    select coalesce(c.scope_id, k.scope_id) as scope_id, coalesce(c.kind, k.kind) as kind,
      coalesce(c.currency, k.currency) as currency, coalesce(k.invoices, 0)::bigint as kept, coalesce(c.invoices, 0)::bigint as counted
    from counted c full join kept k using (scope_id, kind, currency)
    where coalesce(c.invoices, 0) <> coalesce(k.invoices, 0) or coalesce(c.remaining, 0) <> coalesce(k.remaining, 0)
    order by 1, 2, 3`.execute(ctx.db)
  return result.rows.map(
    (row) =>
      `invoices ${row.kind} in ${row.currency} of ${row.scope_id}: ${row.kept} kept, ${row.counted} counted, or their sums differ`,
  )
}
