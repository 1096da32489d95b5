import { type Invariant, invariant } from './invariant.ts'

/*
 * The sums of the reports against the ledger's projections, which are checked themselves. The sums follow the ledger up to a cursor;
 * entries after it are taken off. While too many are left a report shows nothing, and nothing is compared.
 */

/** As many entries as a report adds by itself. */
const LIVE_ENTRIES = 20_000

/** Account and cursor, where the reports show anything. Under row security no condition with a coalesce uses an index. */
const FOLLOWED = `
  select h.account_id, case when c.sequence is null then 0 else c.sequence end as sequence from ledger_heads h
  left join report_cursors c on c.account_id = h.account_id where h.sequence - coalesce(c.sequence, 0) <= ${LIVE_ENTRIES}`

/** The due date of an invoice in the sums: the former one while its change waits there. */
const dueInSums = (invoice: string) => `
  coalesce((select c.from_date from due_date_changes c where c.account_id = ${invoice}.account_id
    and c.invoice_id = ${invoice}.invoice_id order by c.id limit 1), ${invoice}.due_date)`

const monthOf = (day: string) => `date_trunc('month', ${day})::date`

/** Changes of what is owed that are not in the sums yet. The limit makes the planner read them by their index. */
const TAIL = `
  select w.account_id, ${monthOf('e.booked_on')} as booked_month, e.kind, p.customer_id, p.invoice_id, p.currency, p.amount_minor
  from (${FOLLOWED}) w
  cross join lateral (select l.id, l.booked_on, l.kind from ledger_entries l
    where l.account_id = w.account_id and l.sequence > w.sequence order by l.sequence limit ${LIVE_ENTRIES}) e
  join ledger_postings p on p.account_id = w.account_id and p.entry_id = e.id and p.ledger_account = 'receivable'`

/** Compares what is added up, as `change`, by `key` and currency. */
const compare = (changes: readonly string[]): string => `
  select x.key, x.key || ' ' || x.currency || ' is off by ' || sum(x.change) from (${changes.join(' union all ')}) x
  where exists (select from (${FOLLOWED}) w where w.account_id = x.account_id)
  group by x.account_id, x.key, x.currency having sum(x.change) <> 0`

const OF_AGING: readonly Invariant[] = [
  invariant('months', 'a month’s sum for the aging report equals what was booked', (of) =>
    compare([
      `select d.account_id, d.booked_month as key, d.currency, d.owed_minor as change
       from (select account_id, ${monthOf('booked_on')} as booked_month, currency, owed_minor from ledger_days) d
       where ${of('d', 'booked_month')}`,
      `select s.account_id, s.booked_month, s.currency, -s.owed_minor from aging_months s where ${of('s', 'booked_month')}`,
      `select t.account_id, t.booked_month, t.currency, -t.amount_minor from (${TAIL}) t where ${of('t', 'booked_month')}`,
    ]),
  ),
  invariant('dues', 'the sums for the aging report by due date equal the remaining amounts', (of) =>
    compare([
      `select r.account_id, r.due_date as key, r.currency, r.remaining_minor as change from receivables r
       where ${of('r', 'due_date')} and r.remaining_minor <> 0 and not exists (
         select from due_date_changes c where c.account_id = r.account_id and c.invoice_id = r.invoice_id)`,
      `select c.account_id, c.from_date, r.currency, r.remaining_minor
       from (select distinct on (account_id, invoice_id) account_id, invoice_id, from_date from due_date_changes
         order by account_id, invoice_id, id) c
       join receivables r on r.account_id = c.account_id and r.invoice_id = c.invoice_id where ${of('c', 'from_date')}`,
      `select s.account_id, s.due_date, s.currency, -s.owed_minor from aging_months s where ${of('s', 'due_date')}`,
      `select t.account_id, t.due_date, t.currency, -t.amount_minor
       from (select t.account_id, t.currency, t.amount_minor, ${dueInSums('r')} as due_date from (${TAIL}) t
         join receivables r on r.account_id = t.account_id and r.invoice_id = t.invoice_id) t
       where ${of('t', 'due_date')}`,
    ]),
  ),
  invariant(
    'months',
    'the sums for the aging report by customer add up to those of the account',
    (of) => `
    select x.booked_month, x.booked_month || ' ' || x.currency || ' due ' || x.due_date from (
      select s.account_id, s.booked_month, s.currency, s.due_date, s.owed_minor from aging_months s where ${of('s', 'booked_month')}
      union all
      select s.account_id, s.booked_month, s.currency, s.due_date, -s.owed_minor from customer_aging_months s
      where ${of('s', 'booked_month')}
    ) x group by x.account_id, x.booked_month, x.currency, x.due_date having sum(x.owed_minor) <> 0`,
  ),
  invariant('customers', 'a customer’s sums for the aging report equal the customer’s balance', (of) =>
    compare([
      `select b.account_id, b.customer_id as key, b.currency, b.owed_minor as change from customer_balances b
       where ${of('b', 'customer_id')}`,
      `select s.account_id, s.customer_id, s.currency, -s.owed_minor from customer_aging_months s where ${of('s', 'customer_id')}`,
      `select t.account_id, t.customer_id, t.currency, -t.amount_minor from (${TAIL}) t where ${of('t', 'customer_id')}`,
    ]),
  ),
]

const OF_COLLECTING: readonly Invariant[] = [
  invariant('customers', 'a customer’s sums by delay equal what the customer paid', (of) =>
    compare([
      `select b.account_id, b.customer_id as key, b.currency, b.paid_minor as change from customer_balances b
       where ${of('b', 'customer_id')}`,
      `select d.account_id, d.customer_id, d.currency, -d.paid_minor from payment_delays d where ${of('d', 'customer_id')}`,
      `select t.account_id, t.customer_id, t.currency, t.amount_minor from (${TAIL}) t
       where ${of('t', 'customer_id')} and t.kind in ('payment', 'payment_return', 'refund', 'unapplied_used')`,
    ]),
  ),
  invariant(
    'days',
    'what a ledger entry collected is in the report of sources',
    (of) => `
    select x.booked_on, x.entry_id || ' is off by ' || sum(x.change) from (
      select e.account_id, e.booked_on, e.id as entry_id, p.currency, p.amount_minor as change, true as is_summed
      from ledger_entries e join (${FOLLOWED}) w on w.account_id = e.account_id
      join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
        and p.ledger_account in ('clearing', 'fee_income', 'bank', 'processor_fees', 'currency_exchange')
      where ${of('e', 'booked_on')} and e.sequence <= w.sequence
      union all
      select e.account_id, e.booked_on, e.id, c.currency, -c.collected_minor, exists (
          select from collected_months m where m.account_id = c.account_id and m.booked_month = ${monthOf('e.booked_on')}
            and m.currency = c.currency and m.source = c.source and m.step_name = c.step_name)
      from ledger_entries e join (${FOLLOWED}) w on w.account_id = e.account_id
      join collected_entries c on c.account_id = e.account_id and c.entry_id = e.id
      where ${of('e', 'booked_on')}
    ) x group by x.account_id, x.booked_on, x.entry_id, x.currency having sum(x.change) <> 0 or not bool_and(x.is_summed)`,
  ),
  invariant(
    'months',
    'a month’s sums by source equal its entries',
    (of) => `
    select m.booked_month, m.booked_month || ' ' || m.currency || ' ' || m.source from collected_months m
    cross join lateral (
      select coalesce(sum(c.collected_minor), 0) as collected_minor, count(*) filter (where e.kind = 'payment') as payments
      from collected_entries c join ledger_entries e on e.account_id = c.account_id and e.id = c.entry_id
      where c.account_id = m.account_id and c.currency = m.currency and c.source = m.source and c.step_name = m.step_name
        and c.booked_on >= m.booked_month and c.booked_on < m.booked_month + interval '1 month') c
    where ${of('m', 'booked_month')} and (m.collected_minor <> c.collected_minor or m.payments <> c.payments)`,
  ),
]

/** Invariants of the sums that reports read. */
export const OF_REPORTS: readonly Invariant[] = [...OF_AGING, ...OF_COLLECTING]
