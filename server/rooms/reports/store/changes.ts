import { type RawBuilder, sql } from 'kysely'

/*
 * Parts of statements that turn ledger entries after the cursor into changes of the report sums. The job that keeps the sums and
 * the reports that add what is not in them yet use the same parts, each in one statement with the cursor.
 */

/** `cursor` and `tail`: at most `limit` entries after it. The limit also makes the planner read them by their index. */
export const tailOf = (accountId: string, limit: number): RawBuilder<unknown> => sql`
  cursor as materialized (
    select coalesce(max(c.sequence), 0) as sequence from report_cursors c where c.account_id = ${accountId}
  ), tail as materialized (
    select e.id, e.sequence, e.booked_on, e.kind, e.source_id, e.reverses_id from ledger_entries e
    where e.account_id = ${accountId} and e.sequence > (select sequence from cursor) order by e.sequence limit ${limit}
  )`

/** Needs `tail`. The postings of each entry are selected separately, whatever the planner expects of a tail. */
const postings = (accountId: string, accounts: RawBuilder<unknown>) => sql`
  tail t cross join lateral (
    select q.customer_id, q.invoice_id, q.currency, q.amount_minor from ledger_postings q
    where q.account_id = ${accountId} and q.entry_id = t.id and q.ledger_account in (${accounts}) offset 0) p`

const dueDate = (accountId: string) => sql`
  cross join lateral (select r.due_date from receivables r
    where r.account_id = ${accountId} and r.invoice_id = p.invoice_id offset 0) r`

/** The day of the payment that an entry belongs to, also when the entry returns or refunds it. */
const paidOn = (accountId: string) => sql`
  left join ledger_entries o on o.account_id = ${accountId} and o.id = t.reverses_id`

/** The first day of a day's month. */
export const month = (day: RawBuilder<unknown>) => sql`date_trunc('month', ${day})::date`

/**
 * Selects booked_month, customer_id, due_date, currency, owed_minor. What was booked before an invoice's due date changed moves to
 * the date that it has now.
 */
export const agingChanges = (accountId: string): RawBuilder<unknown> => sql`
  select ${month(sql`t.booked_on`)} as booked_month, p.customer_id, r.due_date, p.currency, p.amount_minor as owed_minor
  from ${postings(accountId, sql`'receivable'`)} ${dueDate(accountId)}
  union all
  select ${month(sql`e.booked_on`)}, p.customer_id, leg.due_date, p.currency, leg.sign * p.amount_minor
  from (select distinct on (c.invoice_id) c.invoice_id, c.from_date from due_date_changes c
      where c.account_id = ${accountId} order by c.invoice_id, c.id) c
    join receivables r on r.account_id = ${accountId} and r.invoice_id = c.invoice_id
    join ledger_postings p on p.account_id = ${accountId} and p.invoice_id = c.invoice_id
    join ledger_entries e on e.account_id = ${accountId} and e.id = p.entry_id
    cross join lateral (values (c.from_date, -1), (r.due_date, 1)) leg(due_date, sign)
  where e.sequence <= (select sequence from cursor)`

/** Weeks before and after the due date that have a count of their own; payments outside count with the first or last. */
const FIRST_WEEK = -8
const LAST_WEEK = 52

/** Selects currency, customer_id, weeks_late, paid_minor. */
export const delayChanges = (accountId: string): RawBuilder<unknown> => sql`
  select p.currency, p.customer_id, greatest(${FIRST_WEEK}, least(${LAST_WEEK},
      floor((coalesce(o.booked_on, t.booked_on) - r.due_date) / 7.0)))::int as weeks_late, -p.amount_minor as paid_minor
  from ${postings(accountId, sql`'receivable'`)} ${dueDate(accountId)} ${paidOn(accountId)}
  where t.kind in ('payment', 'payment_return', 'refund', 'unapplied_used')`

/** Days after a reminder in which a payment counts as its success. */
export const REMINDER_DAYS = 7

/**
 * Selects entry_id, booked_on, currency, source, step_name, collected_minor, payments. The accounts are those that `ledger_days` adds
 * up, so that a payout, which moves money between them, collects nothing. A reminder brought a payment of an invoice
 * that it listed within `REMINDER_DAYS`, unless the payment was automatic.
 */
export const collectedChanges = (accountId: string): RawBuilder<unknown> => sql`
  select t.id as entry_id, t.booked_on, p.currency,
    case when y.id is null then 'books' when y.channel = 'auto' then 'automatic' when m.step_name is not null then 'reminder'
      when y.channel = 'staff' then 'by_hand' else y.channel end as source,
    case when y.channel <> 'auto' then coalesce(m.step_name, '') else '' end as step_name,
    p.amount_minor as collected_minor, case when t.kind = 'payment' then 1 else 0 end as payments
  from tail t cross join lateral (
      select q.currency, sum(q.amount_minor) as amount_minor from ledger_postings q
      where q.account_id = ${accountId} and q.entry_id = t.id
        and q.ledger_account in ('clearing', 'fee_income', 'bank', 'processor_fees', 'currency_exchange')
      group by q.currency having sum(q.amount_minor) <> 0 offset 0) p
    ${paidOn(accountId)}
    left join payments y on y.account_id = ${accountId} and y.id = case when o.source_id is null then t.source_id else o.source_id end
    left join lateral (
      select s.step_name from reminder_messages s
      where s.account_id = ${accountId} and s.customer_id = y.customer_id
        and s.sent_on between case when o.booked_on is null then t.booked_on else o.booked_on end - ${REMINDER_DAYS}::int
          and case when o.booked_on is null then t.booked_on else o.booked_on end
        and exists (select from payment_allocations a
          where a.account_id = ${accountId} and a.payment_id = y.id and a.invoice_id = any(s.invoice_ids))
      order by s.sent_on desc, s.id desc limit 1) m on true`
