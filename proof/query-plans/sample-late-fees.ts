import type pg from 'pg'
import { createRule, ruleBody, switchOn } from '../../server/rooms/late-fees/testing.ts'
import type { Tenant } from '../../testing/test-app.ts'

/** Fees of many invoices that are late, every fifth of them waived, and statements of three months for every customer. */
const HISTORY = `
  with late as (
    select r.*, row_number() over (order by r.invoice_id) as n from receivables r join invoices i on i.account_id = r.account_id
      and i.id = r.invoice_id and i.state = 'open'
    where r.account_id = $1 and r.due_date < current_date order by r.invoice_id limit 1500),
  fees as (
    insert into late_fees (account_id, id, invoice_id, rule_id, period, day, booked_on, description, amount_minor, entry_id,
      waived_minor, waived_at, waived_because, waiver_entry_id, created_at)
    select account_id, gen_random_uuid(), invoice_id, $2, n, due_date + 10, due_date + 10, 'Late fee', 100, gen_random_uuid(),
      case when n % 5 = 0 then 100 else 0 end, case when n % 5 = 0 then now() end, case when n % 5 = 0 then 'Goodwill' else '' end,
      case when n % 5 = 0 then gen_random_uuid() end, now() - n * interval '1 minute'
    from late)
  insert into statements (account_id, id, customer_id, currency, kind, period_from, period_to, number, closed_at, opening_minor,
    closing_minor, owed_minor, overdue_minor, open_count, file_id)
  select k.account_id, gen_random_uuid(), k.id, 'USD', 'open_item', month, month + 30, 'ST-' || month || row_number() over (),
    month + 31, 0, 100, 100, 0, 1, gen_random_uuid()
  from customers k, unnest(array['2026-01-01', '2026-03-01', '2026-05-01']::date[]) as month where k.account_id = $1`

/** Switches a rule on for the group of the sampled company, with years of fees and statements. */
export async function chargeCustomers(owner: pg.Client, tenant: Tenant): Promise<void> {
  const { rows } = await owner.query<{ group: string }>(
    'select group_id as "group" from customers where account_id = $1 and group_id is not null limit 1',
    [tenant.accountId],
  )
  const rule = await tenant.run(async (ctx) => {
    const { pk, revision } = await createRule(ctx, ruleBody(rows[0]!.group, 'Late fees'))
    return switchOn(ctx, pk, { revision, includesLate: false })
  })
  // The rows refer to entries and files that don't exist.
  await owner.query('set session_replication_role = replica')
  await owner.query(HISTORY, [tenant.accountId, rule.pk])
  await owner.query('reset session_replication_role')
  await owner.query('analyze late_fees, statements')
}
