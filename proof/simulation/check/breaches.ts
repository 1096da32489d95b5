/**
 * The invariants that hold after every step, asked of the tables themselves: each part lists its breaches in words.
 * $1 is the account. What is compared with the model instead of here: I7 and I11, of which nothing exists yet; I12, as
 * the processor's books are compared charge by charge; I15, which asks the API.
 */
const INVARIANTS: Readonly<Record<string, string>> = {
  'I1 an entry adds up to zero': `
    select 'entry ' || entry_id || ' is off by ' || sum(amount_minor) from ledger_postings
    where account_id = $1 group by entry_id, currency having sum(amount_minor) <> 0`,
  'I2 remaining is charged less what settled it': `
    select 'invoice ' || i.id || ' remains ' || r.remaining_minor from invoices i
    join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where i.account_id = $1 and (r.remaining_minor < 0 or r.remaining_minor > r.charged_minor
      or r.charged_minor <> i.total_minor or r.remaining_minor <> case when i.state = 'void' then 0 else r.charged_minor
        - (select coalesce(sum(a.amount_minor - a.reversed_minor), 0) from payment_allocations a
           where a.account_id = i.account_id and a.invoice_id = i.id and a.state = 'applied')
        - (select coalesce(sum(c.amount_minor), 0) from credit_applications c
           where c.account_id = i.account_id and c.invoice_id = i.id and c.unapplied_at is null)
        - (select coalesce(-sum(p.amount_minor), 0) from ledger_postings p
           join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
           where p.account_id = i.account_id and p.invoice_id = i.id and e.kind = 'write_off') end)`,
  'I3 remaining is the ledger’s receivable': `
    select 'invoice ' || r.invoice_id || ' remains ' || r.remaining_minor from receivables r where r.account_id = $1
      and r.remaining_minor <> (select coalesce(sum(p.amount_minor), 0) from ledger_postings p
        where p.account_id = r.account_id and p.invoice_id = r.invoice_id and p.ledger_account = 'receivable')`,
  'I4 a customer owes what their invoices remain': `
    select 'customer ' || b.customer_id || ' owes ' || b.owed_minor from customer_balances b where b.account_id = $1
      and b.owed_minor <> (select coalesce(sum(r.remaining_minor), 0) from receivables r
        where r.account_id = b.account_id and r.customer_id = b.customer_id and r.currency = b.currency)`,
  'I5 unapplied credit is what payments left over': `
    select 'customer ' || b.customer_id || ' has ' || b.unapplied_minor from customer_balances b where b.account_id = $1
      and (b.unapplied_minor < 0 or b.unapplied_minor <> (select coalesce(sum(p.unapplied_minor), 0) from payments p
        where p.account_id = b.account_id and p.customer_id = b.customer_id and p.currency = b.currency))`,
  'I6 no more is refunded than was captured': `
    select 'payment ' || p.number from payments p
    left join lateral (select coalesce(sum(r.amount_minor) filter (where r.status <> 'rejected'), 0) as asked,
        coalesce(sum(r.amount_minor) filter (where r.status = 'confirmed' and r.failure_code is null), 0) as given
      from refunds r where r.account_id = p.account_id and r.payment_id = p.id) r on true
    where p.account_id = $1 and (r.asked > p.captured_minor or r.given <> p.refunded_minor)`,
  'I8 a payment is settled once': `
    select kind || ' of ' || source_id from ledger_entries
    where account_id = $1 and kind in ('payment', 'payment_return', 'refund') group by kind, source_id having count(*) > 1`,
  'I9 one currency': `
    select 'share of ' || a.payment_id from payment_allocations a
    join payments p on p.account_id = a.account_id and p.id = a.payment_id
    join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
    where a.account_id = $1 and p.currency <> i.currency`,
  'I10 a surcharge stands beside what settles': `
    select 'payment ' || p.number from payments p where p.account_id = $1 and p.status in ('confirmed', 'refunded')
      and p.captured_minor - p.refunded_minor <> p.surcharge_minor - p.surcharge_refunded_minor + p.unapplied_minor
        + (select coalesce(sum(a.amount_minor - a.reversed_minor), 0) from payment_allocations a
           where a.account_id = p.account_id and a.payment_id = p.id and a.state in ('applied', 'reversed'))`,
  'I13 nothing is under way on a closed invoice': `
    select 'invoice ' || i.number from invoices i join payment_allocations a on a.account_id = i.account_id and a.invoice_id = i.id
    where i.account_id = $1 and i.state in ('draft', 'void', 'written_off') and a.state = 'reserved'`,
  'what is reserved is what payments set aside': `
    select 'invoice ' || r.invoice_id || ' reserves ' || r.reserved_minor from receivables r where r.account_id = $1
      and r.reserved_minor <> (select coalesce(sum(a.amount_minor), 0) from payment_allocations a
        where a.account_id = r.account_id and a.invoice_id = r.invoice_id and a.state = 'reserved')`,
  'I14 each entry follows the one before': `
    select 'entry ' || sequence from (select sequence, previous_hash,
        lag(hash, 1, '\\x'::bytea) over (order by sequence) as before, row_number() over (order by sequence) as place
      from ledger_entries where account_id = $1) e where previous_hash <> before or sequence <> place`,
}

/** One query: a list of texts, empty when all is well. */
export const BREACHES = Object.entries(INVARIANTS)
  .map(([name, query]) => `select '${name}: ' || breach as text from (${query}) as found(breach)`)
  .join(' union all ')

const WORDS = `string_agg(e.sequence || e.kind || encode(e.hash, 'hex') || p.position || p.ledger_account || p.amount_minor,
  ',' order by e.sequence, p.position)`

/** What the ledger says, and what it said up to entry $2, each in one figure: the latter may never change. */
export const HISTORY = `
  select json_build_array(md5(${WORDS} filter (where e.sequence <= $2::bigint)), md5(${WORDS})) from ledger_entries e
  join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
  where e.account_id = $1`
