/**
 * What must be true of the books at any moment (I1 to I14), each asked of the tables as their owner. A query returns a
 * line for each breach. Torture, backup and outages ask it of every account at once; the simulation of its own after
 * each step. Beside these stand I7 and I11, of which nothing exists yet, and I15, for which the simulation asks the API.
 */

/** The condition under which a table's rows are asked about, by the table's name in the query. */
type Of = (table: string) => string

type Invariants = (of: Of) => Readonly<Record<string, string>>

const ofReceivables: Invariants = (of) => ({
  'I1 every entry adds up to zero in each currency': `
    select entry_id || ' is off by ' || sum(amount_minor) from ledger_postings p where ${of('p')}
    group by account_id, entry_id, currency having sum(amount_minor) <> 0`,
  'I2 what remains of an invoice is what was charged, less what settled it': `
    select i.id || ' remains ' || r.remaining_minor from invoices i
    join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where ${of('i')} and (r.remaining_minor < 0 or r.remaining_minor > r.charged_minor
      or r.charged_minor <> i.total_minor or r.remaining_minor <> case when i.state = 'void' then 0 else r.charged_minor
        - (select coalesce(sum(a.amount_minor - a.reversed_minor), 0) from payment_allocations a
           where a.account_id = i.account_id and a.invoice_id = i.id and a.state = 'applied')
        - (select coalesce(sum(c.amount_minor), 0) from credit_applications c
           where c.account_id = i.account_id and c.invoice_id = i.id and c.unapplied_at is null)
        - (select coalesce(-sum(p.amount_minor), 0) from ledger_postings p
           join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
           where p.account_id = i.account_id and p.invoice_id = i.id
             and (e.kind = 'write_off' or e.kind = 'payment' and e.source_type = 'import')) end)`,
  'I3 what remains of an invoice is its balance in the ledger': `
    select coalesce(r.invoice_id, p.invoice_id) || ' remains ' || coalesce(r.remaining_minor, 0)
    from (select * from receivables r where ${of('r')}) r full join (
      select account_id, invoice_id, sum(amount_minor) as owed from ledger_postings p
      where ${of('p')} and ledger_account = 'receivable' group by 1, 2
    ) p on p.account_id = r.account_id and p.invoice_id = r.invoice_id
    where coalesce(r.remaining_minor, 0) <> coalesce(p.owed, 0)`,
  'I3 what is reserved on an invoice is what its open payments set aside, and within what remains': `
    select r.invoice_id || ' reserves ' || r.reserved_minor from receivables r left join (
      select account_id, invoice_id, sum(amount_minor) as held from payment_allocations a
      where ${of('a')} and state = 'reserved' group by 1, 2
    ) a on a.account_id = r.account_id and a.invoice_id = r.invoice_id
    where ${of('r')} and (r.reserved_minor <> coalesce(a.held, 0) or r.reserved_minor > r.remaining_minor)`,
})

const ofSums: Invariants = (of) => ({
  'I4 what a customer owes is what remains of the customer’s invoices': `
    select coalesce(b.customer_id, r.customer_id) || ' owes ' || coalesce(b.owed_minor, 0)
    from (select * from customer_balances b where ${of('b')}) b full join (
      select account_id, customer_id, currency, sum(remaining_minor) as owed from receivables r where ${of('r')} group by 1, 2, 3
    ) r on r.account_id = b.account_id and r.customer_id = b.customer_id and r.currency = b.currency
    where coalesce(b.owed_minor, 0) <> coalesce(r.owed, 0)`,
  'I4 the tallies that pages show by due date are what remains': `
    select coalesce(t.due_date, r.due_date) || ' ' || coalesce(t.currency, r.currency) from (
      select account_id, currency, due_date, sum(remaining_minor) as owed from invoice_tallies t
      where ${of('t')} and scope_id = account_id and kind = 'owed' group by 1, 2, 3
    ) t full join (
      select account_id, currency, due_date, sum(remaining_minor) as owed from receivables r
      where ${of('r')} and remaining_minor > 0 group by 1, 2, 3
    ) r on r.account_id = t.account_id and r.currency = t.currency and r.due_date = t.due_date
    where coalesce(t.owed, 0) <> coalesce(r.owed, 0)`,
  'I4 the sums of a day are what its entries come to': `
    select coalesce(d.booked_on, p.booked_on) || ' ' || coalesce(d.currency, p.currency)
    from (select * from ledger_days d where ${of('d')}) d full join (
      select p.account_id, e.booked_on, p.currency,
        coalesce(-sum(p.amount_minor) filter (where p.ledger_account in ('sales', 'sales_tax')), 0) as invoiced,
        coalesce(sum(p.amount_minor) filter (where p.ledger_account in ('clearing', 'fee_income')), 0) as collected,
        coalesce(sum(p.amount_minor) filter (where p.ledger_account = 'receivable'), 0) as owed
      from ledger_postings p join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
      where ${of('p')} group by 1, 2, 3
    ) p on p.account_id = d.account_id and p.booked_on = d.booked_on and p.currency = d.currency
    where (coalesce(d.invoiced_minor, 0), coalesce(d.collected_minor, 0), coalesce(d.owed_minor, 0))
      <> (coalesce(p.invoiced, 0), coalesce(p.collected, 0), coalesce(p.owed, 0))`,
  'I5 a credit memo’s credit is never below zero, and is its balance in the ledger': `
    select c.credit_memo_id || ' has ' || c.remaining_minor from credit_balances c left join (
      select account_id, credit_memo_id, -sum(amount_minor) as credit from ledger_postings p
      where ${of('p')} and ledger_account = 'customer_credit' group by 1, 2
    ) p on p.account_id = c.account_id and p.credit_memo_id = c.credit_memo_id
    where ${of('c')} and (c.remaining_minor < 0 or c.remaining_minor <> coalesce(p.credit, 0))`,
  'I5 a customer’s unapplied credit is never below zero, and is what payments left over': `
    select b.customer_id || ' has ' || b.unapplied_minor from customer_balances b where ${of('b')}
      and (b.unapplied_minor < 0 or b.unapplied_minor <> (select coalesce(sum(p.unapplied_minor), 0) from payments p
        where p.account_id = b.account_id and p.customer_id = b.customer_id and p.currency = b.currency))`,
})

const ofPayments: Invariants = (of) => ({
  'I6 refunds of a payment are within what was captured': `
    select p.number || ' refunded ' || p.refunded_minor from payments p
    left join lateral (select coalesce(sum(r.amount_minor) filter (where r.status <> 'rejected'), 0) as asked,
        coalesce(sum(r.amount_minor) filter (where r.status = 'confirmed' and r.failure_code is null), 0) as given
      from refunds r where r.account_id = p.account_id and r.payment_id = p.id) r on true
    where ${of('p')} and (r.asked > p.captured_minor or r.given <> p.refunded_minor)`,
  'I8 a payment, its return and a refund are booked once': `
    select kind || ' of ' || source_id from ledger_entries e
    where ${of('e')} and kind in ('payment', 'payment_return', 'refund') group by account_id, kind, source_id having count(*) > 1`,
  'I9 a payment has the currency of its invoices': `
    select a.payment_id::text from payment_allocations a
    join payments p on p.account_id = a.account_id and p.id = a.payment_id
    join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
    where ${of('a')} and p.currency <> i.currency`,
  'I10 a surcharge stands beside what settles': `
    select p.number from payments p where ${of('p')} and p.status in ('confirmed', 'refunded')
      and p.captured_minor - p.refunded_minor <> p.surcharge_minor - p.surcharge_refunded_minor + p.unapplied_minor
        + (select coalesce(sum(a.amount_minor - a.reversed_minor), 0) from payment_allocations a
           where a.account_id = p.account_id and a.payment_id = p.id and a.state in ('applied', 'reversed'))`,
  'I12 a confirmed payment is booked': `
    select p.number from payments p
    where ${of('p')} and p.status in ('confirmed', 'refunded') and not exists (
      select 1 from ledger_entries e where e.account_id = p.account_id and e.kind = 'payment' and e.source_id = p.id)`,
  'I12 what is booked as a payment was charged, by the same amount': `
    select p.number from payments p
    join ledger_entries e on e.account_id = p.account_id and e.kind = 'payment' and e.source_id = p.id
    left join sandbox_charges c on c.account_id = p.account_id and c.ref = p.provider_ref
    where ${of('p')} and p.provider = 'sandbox' and (c.ref is null or c.amount_minor <> p.amount_minor + p.surcharge_minor)`,
  'I13 nothing is owed or under way on an invoice that is void or written off': `
    select i.number from invoices i
    left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where ${of('i')} and ((i.state in ('void', 'written_off') and (r.remaining_minor <> 0 or r.reserved_minor <> 0))
      or (i.state <> 'open' and exists (select 1 from payment_allocations a
        where a.account_id = i.account_id and a.invoice_id = i.id and a.state = 'reserved')))`,
  'I14 each entry follows the one before': `
    select 'entry ' || sequence from (select sequence, previous_hash,
        lag(hash, 1, '\\x'::bytea) over (partition by account_id order by sequence) as before,
        row_number() over (partition by account_id order by sequence) as place
      from ledger_entries e where ${of('e')}) e where previous_hash <> before or sequence <> place`,
})

const invariants: Invariants = (of) => ({ ...ofReceivables(of), ...ofSums(of), ...ofPayments(of) })

const named = (queries: Readonly<Record<string, string>>): string =>
  Object.entries(queries)
    .map(([name, query]) => `select '${name}: ' || breach as text from (${query}) as found(breach)`)
    .join(' union all ')

/** Of every account. */
export const INVARIANTS = named(invariants(() => 'true'))

/** Of account $1. */
export const INVARIANTS_OF_ACCOUNT = named(invariants((table) => `${table}.account_id = $1`))

/** What must be true besides once everything that was under way has come to its end. */
export const SETTLED = named({
  'I12 a charge at the processor is booked exactly once': `
    select c.ref from sandbox_charges c
    where c.captured_minor > 0 and (
      select count(*) from ledger_entries e join payments p on p.account_id = e.account_id and p.id = e.source_id
      where e.account_id = c.account_id and e.kind = 'payment' and p.provider_ref = c.ref) <> 1`,
  'I12 a refund at the processor is booked exactly once': `
    select s.ref from sandbox_refunds s
    where (select count(*) from refunds r where r.account_id = s.account_id and r.provider_ref = s.ref
             and r.status = 'confirmed') <> 1`,
  'nothing stays under way': `
    select id || ' ' || status from payments where status in ('input', 'waiting') and next_step is null`,
  'no refund stays under way': `select id::text from refunds where status = 'waiting'`,
  'no event stays unread': `select id::text from provider_inbox where status = 'new'`,
})

type Ask = (text: string) => Promise<{ text: string }[]>

/** Every breach, each with the name of what it breaks. */
export const breachesOf = async (ask: Ask, invariants: string): Promise<string[]> =>
  (await ask(invariants)).map(({ text }) => text)
