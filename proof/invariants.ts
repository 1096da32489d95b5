/**
 * What must be true of the books at any moment, each asked of the database as its owner over every account at once.
 * A query returns a line for each breach. The numbers are those of docs/reliability.md.
 */
export const INVARIANTS: Readonly<Record<string, string>> = {
  'I1 every entry adds up to zero in each currency': `
    select entry_id || ' ' || currency as breach from ledger_postings
    group by account_id, entry_id, currency having sum(amount_minor) <> 0`,
  'I2 what remains of an invoice is within what was charged, and what is reserved within what remains': `
    select invoice_id::text as breach from receivables
    where remaining_minor < 0 or remaining_minor > charged_minor or reserved_minor < 0 or reserved_minor > remaining_minor`,
  'I3 what remains of an invoice is its balance in the ledger': `
    select coalesce(r.invoice_id, p.invoice_id)::text as breach
    from receivables r full join (
      select account_id, invoice_id, sum(amount_minor) as owed from ledger_postings
      where ledger_account = 'receivable' group by 1, 2
    ) p on p.account_id = r.account_id and p.invoice_id = r.invoice_id
    where coalesce(r.remaining_minor, 0) <> coalesce(p.owed, 0)`,
  'I3 what is reserved on an invoice is what its open payments reserve': `
    select r.invoice_id::text as breach from receivables r left join (
      select account_id, invoice_id, sum(amount_minor) as held from payment_allocations
      where state = 'reserved' group by 1, 2
    ) a on a.account_id = r.account_id and a.invoice_id = r.invoice_id
    where r.reserved_minor <> coalesce(a.held, 0)`,
  'I4 what a customer owes is what remains of the customer’s invoices': `
    select coalesce(b.customer_id, r.customer_id)::text as breach
    from customer_balances b full join (
      select account_id, customer_id, currency, sum(remaining_minor) as owed from receivables group by 1, 2, 3
    ) r on r.account_id = b.account_id and r.customer_id = b.customer_id and r.currency = b.currency
    where coalesce(b.owed_minor, 0) <> coalesce(r.owed, 0)`,
  'I5 credit is never below zero, and is its balance in the ledger': `
    select c.credit_memo_id::text as breach from credit_balances c left join (
      select account_id, credit_memo_id, -sum(amount_minor) as credit from ledger_postings
      where ledger_account = 'customer_credit' group by 1, 2
    ) p on p.account_id = c.account_id and p.credit_memo_id = c.credit_memo_id
    where c.remaining_minor < 0 or c.remaining_minor <> coalesce(p.credit, 0)`,
  'I6 refunds of a payment are within what was captured': `
    select p.id::text as breach from payments p left join (
      select account_id, payment_id, sum(amount_minor) as back from refunds where status = 'confirmed' group by 1, 2
    ) r on r.account_id = p.account_id and r.payment_id = p.id
    where p.refunded_minor > p.captured_minor or (p.provider <> 'manual' and p.refunded_minor < coalesce(r.back, 0))`,
  'I8 a payment is booked once': `
    select source_id::text as breach from ledger_entries where kind = 'payment'
    group by account_id, source_id having count(*) > 1`,
  'I8 a refund is booked once': `
    select source_id::text as breach from ledger_entries where kind = 'refund'
    group by account_id, source_id having count(*) > 1`,
  'I9 a payment has the currency of its invoices': `
    select a.payment_id::text as breach from payment_allocations a
    join payments p on p.account_id = a.account_id and p.id = a.payment_id
    join receivables r on r.account_id = a.account_id and r.invoice_id = a.invoice_id
    where p.currency <> r.currency`,
  'I12 a confirmed payment of a processor is booked': `
    select p.id::text as breach from payments p
    where p.status in ('confirmed', 'refunded') and not exists (
      select 1 from ledger_entries e where e.account_id = p.account_id and e.kind = 'payment' and e.source_id = p.id)`,
  'I12 what is booked as a payment was charged, by the same amount': `
    select p.id::text as breach from payments p
    join ledger_entries e on e.account_id = p.account_id and e.kind = 'payment' and e.source_id = p.id
    left join sandbox_charges c on c.account_id = p.account_id and c.ref = p.provider_ref
    where p.provider = 'sandbox' and (c.ref is null or c.amount_minor <> p.amount_minor + p.surcharge_minor)`,
  'I13 nothing is owed or under way on an invoice that is void or written off': `
    select i.id::text as breach from invoices i
    join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
    where i.state in ('void', 'written_off') and (r.remaining_minor <> 0 or r.reserved_minor <> 0)`,
}

/** What must be true besides once everything that was under way has come to its end. */
export const SETTLED: Readonly<Record<string, string>> = {
  'I12 a charge at the processor is booked exactly once': `
    select c.ref as breach from sandbox_charges c
    where c.captured_minor > 0 and (
      select count(*) from ledger_entries e join payments p on p.account_id = e.account_id and p.id = e.source_id
      where e.account_id = c.account_id and e.kind = 'payment' and p.provider_ref = c.ref) <> 1`,
  'I12 a refund at the processor is booked exactly once': `
    select s.ref as breach from sandbox_refunds s
    where (select count(*) from refunds r where r.account_id = s.account_id and r.provider_ref = s.ref
             and r.status = 'confirmed') <> 1`,
  'nothing stays under way': `
    select id || ' ' || status as breach from payments where status in ('input', 'waiting') and next_step is null`,
  'no refund stays under way': `select id::text as breach from refunds where status = 'waiting'`,
  'no event stays unread': `select id::text as breach from provider_inbox where status = 'new'`,
}

type Ask = (text: string) => Promise<{ breach: string }[]>

/** Every breach, each with the name of what it breaks. */
export async function breachesOf(ask: Ask, invariants: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = []
  for (const [name, query] of Object.entries(invariants))
    for (const { breach } of await ask(query)) found.push(`${name}: ${breach}`)
  return found
}
