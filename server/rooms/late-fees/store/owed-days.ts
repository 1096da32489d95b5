import { sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'

/** An invoice and how much was owed on it, late fees left out, from which day on. In the order of the days. */
export interface OwedDays {
  readonly invoiceId: string
  readonly number: string
  readonly customerId: string
  readonly customerName: string
  readonly currency: string
  readonly dueDate: CalendarDate
  readonly totalMinor: bigint
  readonly customerIsActive: boolean
  readonly customerIsOn: boolean
  readonly groupIsOn: boolean
  readonly changes: readonly { readonly day: CalendarDate; readonly owedMinor: bigint }[]
}

interface Row extends Omit<OwedDays, 'changes'> {
  readonly days: readonly { readonly day: CalendarDate; readonly minor: string }[] | null
}

/** Customers whom a rule covers, whether it is on or not. */
const covered = (ctx: Ctx, ruleId: string) => sql`
  customers k
    left join customer_groups g on g.account_id = k.account_id and g.id = k.group_id
    left join late_fee_rule_groups m on m.account_id = k.account_id and m.group_id = k.group_id
    join late_fee_rules u on u.account_id = k.account_id and u.id = ${ruleId}
      and case when m.rule_id is null then u.covers = 'everyone_else' else u.id = m.rule_id end
  where k.account_id = ${ctx.accountId}`

/** Returns the next customers, by id, whom a rule covers and who ever owed something. */
export async function findCoveredCustomers(
  ctx: Ctx,
  ruleId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from ${covered(ctx, ruleId)} ${after === null ? sql`` : sql`and k.id > ${after}`}
      and exists (select from receivables r where r.account_id = ${ctx.accountId} and r.customer_id = k.id)
    order by k.id limit ${limit}`.execute(ctx.db)
  return rows.map((row) => row.id)
}

/** Returns the invoices of customers that were owed on a day since `from`, and were due by `until`. */
export async function selectOwedDays(
  ctx: Ctx,
  ruleId: string,
  customerIds: readonly string[],
  { from, until }: { readonly from: CalendarDate; readonly until: CalendarDate },
): Promise<OwedDays[]> {
  const { rows } = await sql<Row>`
    with readers as materialized (
      select k.id, k.short_name, k.is_active, k.late_fees_on, coalesce(g.late_fees_on, true) as group_is_on
      from ${covered(ctx, ruleId)} and k.id = any(${customerIds}::uuid[])
    )
    select i.id as "invoiceId", i.number, k.id as "customerId", k.short_name as "customerName", i.currency, i.due_date as "dueDate",
      i.total_minor - i.fees_minor as "totalMinor", k.is_active as "customerIsActive", k.late_fees_on as "customerIsOn",
      k.group_is_on as "groupIsOn",
      (select jsonb_agg(jsonb_build_object('day', d.booked_on, 'minor', d.minor::text) order by d.booked_on) from (
        select e.booked_on, sum(p.amount_minor) as minor
        from ledger_postings p join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
        where p.account_id = ${ctx.accountId} and p.invoice_id = i.id and p.ledger_account = 'receivable'
          and e.kind not in ('late_fee', 'late_fee_waiver')
        group by e.booked_on) d) as days
    from readers k
      join receivables r on r.account_id = ${ctx.accountId} and r.customer_id = k.id
      join invoices i on i.account_id = r.account_id and i.id = r.invoice_id
    where i.due_date < ${until} and i.deposit_to = 'operating' and (r.remaining_minor > 0 or exists (
      select from ledger_postings p join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
      where p.account_id = ${ctx.accountId} and p.invoice_id = i.id and p.ledger_account = 'receivable' and e.booked_on >= ${from}))
    order by k.id, i.due_date, i.id`.execute(ctx.db)
  return rows.map(({ days, ...row }) => {
    let owedMinor = 0n
    const changes = (days ?? []).map(({ day, minor }) => {
      owedMinor += BigInt(minor)
      return { day, owedMinor }
    })
    return { ...row, changes }
  })
}
