import { type Invariant, invariant } from './invariant.ts'
import { OF_REPORTS } from './report-queries.ts'

/**
 * Invariants of the books as queries over the tables. A query returns a row for each breach: its key and a
 * description. Schedules run them on slices, the proof on every account at once, the simulation on its own
 * account after each step. Two groups of invariants are checked elsewhere: proof/invariants.ts compares the
 * books with the processor, and the simulation compares pages with the books through the API.
 */

const OF_RECEIVABLES: readonly Invariant[] = [
  invariant(
    'entries',
    'every ledger entry sums to zero in each currency',
    (of) => `
    select entry_id, entry_id || ' is off by ' || sum(amount_minor) from ledger_postings p where ${of('p', 'entry_id')}
    group by account_id, entry_id, currency having sum(amount_minor) <> 0`,
  ),
  invariant(
    'invoices',
    'an invoice’s remaining amount is its charged amount less what settled it',
    (of) => `
    select i.id, i.id || ' remains ' || r.remaining_minor from invoices i
    join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where ${of('i', 'id')} and (r.remaining_minor < 0 or r.remaining_minor > r.charged_minor
      or r.charged_minor <> i.total_minor or r.remaining_minor <> case when i.state = 'void' then 0 else r.charged_minor
        - (select coalesce(sum(a.amount_minor - a.reversed_minor), 0) from payment_allocations a
           where a.account_id = i.account_id and a.invoice_id = i.id and a.state = 'applied')
        - (select coalesce(sum(c.amount_minor), 0) from credit_applications c
           where c.account_id = i.account_id and c.invoice_id = i.id and c.unapplied_at is null)
        - (select coalesce(-sum(p.amount_minor), 0) from ledger_postings p
           join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
           where p.account_id = i.account_id and p.invoice_id = i.id
             and (e.kind in ('write_off', 'write_off_reversal') or e.kind = 'payment' and e.source_type = 'import')) end)`,
  ),
  invariant(
    'invoices',
    'an invoice’s remaining amount equals its ledger balance',
    (of) => `
    select coalesce(r.invoice_id, p.invoice_id), coalesce(r.invoice_id, p.invoice_id) || ' remains ' || coalesce(r.remaining_minor, 0)
    from (select * from receivables r where ${of('r', 'invoice_id')}) r full join (
      select account_id, invoice_id, sum(amount_minor) as owed from ledger_postings p
      where ${of('p', 'invoice_id')} and ledger_account = 'receivable' group by 1, 2
    ) p on p.account_id = r.account_id and p.invoice_id = r.invoice_id
    where coalesce(r.remaining_minor, 0) <> coalesce(p.owed, 0)`,
  ),
  invariant(
    'invoices',
    'an invoice’s reserved amount equals its open reservations and does not exceed its remaining amount',
    (of) => `
    select r.invoice_id, r.invoice_id || ' reserves ' || r.reserved_minor from receivables r left join (
      select account_id, invoice_id, sum(amount_minor) as held from payment_allocations a
      where ${of('a', 'invoice_id')} and state = 'reserved' group by 1, 2
    ) a on a.account_id = r.account_id and a.invoice_id = r.invoice_id
    where ${of('r', 'invoice_id')} and (r.reserved_minor <> coalesce(a.held, 0) or r.reserved_minor > r.remaining_minor)`,
  ),
]

const OF_FEES: readonly Invariant[] = [
  invariant(
    'invoices',
    'an invoice’s late fees are in its total and its ledger balance, less what was waived',
    (of) => `
    select i.id, i.id || ' has fees of ' || i.fees_minor from invoices i left join (
      select account_id, invoice_id, sum(amount_minor - waived_minor) as charged from late_fees f
      where ${of('f', 'invoice_id')} group by 1, 2
    ) f on f.account_id = i.account_id and f.invoice_id = i.id left join (
      select p.account_id, p.invoice_id, sum(p.amount_minor) as booked from ledger_postings p
      join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
      where ${of('p', 'invoice_id')} and e.kind in ('late_fee', 'late_fee_waiver') group by 1, 2
    ) p on p.account_id = i.account_id and p.invoice_id = i.id
    where ${of('i', 'id')} and (i.fees_minor <> coalesce(f.charged, 0) or i.fees_minor <> coalesce(p.booked, 0))`,
  ),
]

const OF_SUMS: readonly Invariant[] = [
  invariant(
    'customers',
    'a customer’s balance equals the remaining amounts of the customer’s invoices',
    (of) => `
    select coalesce(b.customer_id, r.customer_id), coalesce(b.customer_id, r.customer_id) || ' owes ' || coalesce(b.owed_minor, 0)
    from (select * from customer_balances b where ${of('b', 'customer_id')}) b full join (
      select account_id, customer_id, currency, sum(remaining_minor) as owed from receivables r
      where ${of('r', 'customer_id')} and remaining_minor > 0 group by 1, 2, 3
    ) r on r.account_id = b.account_id and r.customer_id = b.customer_id and r.currency = b.currency
    where coalesce(b.owed_minor, 0) <> coalesce(r.owed, 0)`,
  ),
  invariant(
    'dues',
    'the counters by due date equal the remaining amounts',
    (of) => `
    select coalesce(t.due_date, r.due_date), coalesce(t.due_date, r.due_date) || ' ' || coalesce(t.currency, r.currency) from (
      select account_id, currency, due_date, sum(remaining_minor) as owed from invoice_tallies t
      where ${of('t', 'due_date')} and scope_id = account_id and kind = 'owed' group by 1, 2, 3
    ) t full join (
      select account_id, currency, due_date, sum(remaining_minor) as owed from receivables r
      where ${of('r', 'due_date')} and remaining_minor > 0 group by 1, 2, 3
    ) r on r.account_id = t.account_id and r.currency = t.currency and r.due_date = t.due_date
    where coalesce(t.owed, 0) <> coalesce(r.owed, 0)`,
  ),
  invariant(
    'days',
    'a day’s totals equal the sums of its ledger entries',
    (of) => `
    select coalesce(d.booked_on, p.booked_on), coalesce(d.booked_on, p.booked_on) || ' ' || coalesce(d.currency, p.currency)
    from (select * from ledger_days d where ${of('d', 'booked_on')}) d full join (
      select e.account_id, e.booked_on, p.currency,
        coalesce(-sum(p.amount_minor) filter (where p.ledger_account in ('sales', 'sales_tax')), 0) as invoiced,
        coalesce(sum(p.amount_minor) filter (where p.ledger_account in ('clearing', 'fee_income', 'bank', 'processor_fees',
          'currency_exchange')), 0) as collected,
        coalesce(sum(p.amount_minor) filter (where p.ledger_account = 'receivable'), 0) as owed
      from ledger_entries e join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
      where ${of('e', 'booked_on')} group by 1, 2, 3
    ) p on p.account_id = d.account_id and p.booked_on = d.booked_on and p.currency = d.currency
    where (coalesce(d.invoiced_minor, 0), coalesce(d.collected_minor, 0), coalesce(d.owed_minor, 0))
      <> (coalesce(p.invoiced, 0), coalesce(p.collected, 0), coalesce(p.owed, 0))`,
  ),
  invariant(
    'memos',
    'a credit memo’s remaining credit is not negative and equals its ledger balance',
    (of) => `
    select coalesce(c.credit_memo_id, p.credit_memo_id), coalesce(c.credit_memo_id, p.credit_memo_id) || ' has ' || coalesce(c.remaining_minor, 0)
    from (select * from credit_balances c where ${of('c', 'credit_memo_id')}) c full join (
      select account_id, credit_memo_id, -sum(amount_minor) as credit from ledger_postings p
      where ${of('p', 'credit_memo_id')} and ledger_account = 'customer_credit' and credit_memo_id is not null group by 1, 2
    ) p on p.account_id = c.account_id and p.credit_memo_id = c.credit_memo_id
    where c.remaining_minor < 0 or coalesce(c.remaining_minor, 0) <> coalesce(p.credit, 0)`,
  ),
  invariant(
    'customers',
    'a customer’s unapplied credit is not negative and equals the unapplied amounts of the payments',
    (of) => `
    select b.customer_id, b.customer_id || ' has ' || b.unapplied_minor from customer_balances b where ${of('b', 'customer_id')}
      and (b.unapplied_minor < 0 or b.unapplied_minor <> (select coalesce(sum(p.unapplied_minor), 0) from payments p
        where p.account_id = b.account_id and p.customer_id = b.customer_id and p.currency = b.currency
          and p.unapplied_minor > 0))`,
  ),
]

const OF_PAYMENTS: readonly Invariant[] = [
  invariant(
    'payments',
    'refunds of a payment do not exceed its captured amount',
    (of) => `
    select p.id, p.number || ' refunded ' || p.refunded_minor from payments p
    left join lateral (select coalesce(sum(r.amount_minor) filter (where r.status <> 'rejected'), 0) as asked,
        coalesce(sum(r.amount_minor) filter (where r.status = 'confirmed' and r.failure_code is null), 0) as given
      from refunds r where r.account_id = p.account_id and r.payment_id = p.id) r on true
    where ${of('p', 'id')} and (r.asked > p.captured_minor or r.given <> p.refunded_minor)`,
  ),
  invariant(
    'sources',
    'a payment, its return and each refund are booked once',
    (of) => `
    select source_id, kind || ' of ' || source_id from ledger_entries e
    where ${of('e', 'source_id')} and kind in ('payment', 'payment_return', 'refund') group by account_id, kind, source_id having count(*) > 1`,
  ),
  invariant(
    'payments',
    'a payment has the currency of its invoices',
    (of) => `
    select a.payment_id, a.payment_id::text from payment_allocations a
    join payments p on p.account_id = a.account_id and p.id = a.payment_id
    join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
    where ${of('a', 'payment_id')} and p.currency <> i.currency`,
  ),
  invariant(
    'payments',
    'a payment’s captured amount less refunds equals its settled and unapplied amounts plus the surcharge',
    (of) => `
    select p.id, p.number from payments p where ${of('p', 'id')} and p.status in ('confirmed', 'refunded')
      and p.captured_minor - p.refunded_minor <> p.surcharge_minor - p.surcharge_refunded_minor + p.unapplied_minor
        + (select coalesce(sum(a.amount_minor - a.reversed_minor), 0) from payment_allocations a
           where a.account_id = p.account_id and a.payment_id = p.id and a.state in ('applied', 'reversed'))`,
  ),
  invariant(
    'payments',
    'a confirmed payment is booked',
    (of) => `
    select p.id, p.number from payments p
    where ${of('p', 'id')} and p.status in ('confirmed', 'refunded') and not exists (
      select 1 from ledger_entries e where e.account_id = p.account_id and e.kind = 'payment' and e.source_id = p.id)`,
  ),
  invariant(
    'invoices',
    'a void or written-off invoice has nothing remaining or reserved',
    (of) => `
    select i.id, i.number from invoices i
    left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where ${of('i', 'id')} and ((i.state in ('void', 'written_off') and (r.remaining_minor <> 0 or r.reserved_minor <> 0))
      or (i.state <> 'open' and exists (select 1 from payment_allocations a
        where a.account_id = i.account_id and a.invoice_id = i.id and a.state = 'reserved')))`,
  ),
  invariant(
    'entries',
    'every ledger entry links to the previous entry',
    (of) => `
    select e.id, 'entry ' || e.sequence from ledger_entries e
    left join ledger_entries b on b.account_id = e.account_id and b.sequence = e.sequence - 1
    where ${of('e', 'id')} and ((b.id is null and e.sequence <> 1) or e.previous_hash <> coalesce(b.hash, '\\x'::bytea))`,
  ),
]

export const INVARIANTS: readonly Invariant[] = [
  ...OF_RECEIVABLES,
  ...OF_FEES,
  ...OF_SUMS,
  ...OF_REPORTS,
  ...OF_PAYMENTS,
]
