import type { Machine } from './machine.ts'

/** A result that a caller received. It has to stay true whichever process ends. */
export type Fact =
  | { readonly kind: 'invoice'; readonly id: string }
  | { readonly kind: 'payment'; readonly id: string; readonly requestId: string; readonly status: string }
  | { readonly kind: 'attempt'; readonly requestId: string }
  | { readonly kind: 'refund'; readonly requestId: string; readonly confirmed: boolean }
  | { readonly kind: 'credit_memo'; readonly id: string }
  | { readonly kind: 'credit_applied'; readonly id: string; readonly invoice: string }
  | { readonly kind: 'closed'; readonly id: string; readonly status: string }
  | { readonly kind: 'credit_unapplied' | 'memo_void'; readonly id: string }
  /** An invoice that was written off and is owed in full again. */
  | { readonly kind: 'write_off_undone'; readonly id: string }
  /** Payments by a card that was authorized or approved first, or that was disputed. */
  | { readonly kind: 'captured' | 'canceled' | 'disputed'; readonly id: string }
  /** A refund in the processor's dashboard; a charge that succeeded after it was canceled. */
  | { readonly kind: 'refunded_outside' | 'late_charge'; readonly id: string }
  /** An invoice that was edited once, from $100.00 to $120.00. */
  | { readonly kind: 'edited'; readonly id: string }
  | { readonly kind: 'case_closed'; readonly id: string }
  /** A customer who enabled automatic payments `rows` times and has them disabled now. */
  | { readonly kind: 'auto_payments_off'; readonly id: string; readonly rows: number }
  | { readonly kind: 'imported'; readonly id: string; readonly prefix: string; readonly rows: number }
  | { readonly kind: 'session'; readonly id: string }
  /** An invoice that is due at once, of a customer with automatic payments. */
  | { readonly kind: 'paid_automatically'; readonly id: string }
  /** An invoice that is due on the day of its issue, in an account with a flow for everybody. */
  | { readonly kind: 'reminded'; readonly id: string }
  /** An invoice that is due on the day of its issue, in an account with a rule that charges it once. */
  | { readonly kind: 'late_fee'; readonly id: string }
  /** An invoice of which nothing remains. */
  | { readonly kind: 'settled'; readonly id: string }
  /** A request to pay two invoices with one payment of $150.00. */
  | { readonly kind: 'paid_together'; readonly requestId: string }
  /** A payment plan of an invoice of $100.00. */
  | {
      readonly kind: 'plan_confirmed' | 'installment_paid' | 'plan_completed' | 'plan_defaulted'
      readonly id: string
    }
  | { readonly kind: 'credit_used'; readonly id: string; readonly invoice: string }

/** An order has the ids of the request that created it and of the one that captured it. */
const HAS_REQUEST_ID = `f."requestId" in (p.request_id, p.capture_request_id)`

/** Finds plans that did not move into the state exactly once, or have not so many open tasks. */
const planMoved = (state: string, action: string, tasks: number): string => `
  select f.id || ' is ' || coalesce(p.state, 'missing') as fact from facts f left join payment_plans p on p.id = f.id::uuid
  where p.state is distinct from '${state}'
    or (select count(*) from audit_entries e where e.object_id = f.id::uuid and e.action = '${action}') <> 1
    or (select count(*) from tasks t where t.key = 'payment plan ' || f.id and t.status = 'open') <> ${tasks}
    or exists (select from payment_plan_invoices v where v.plan_id = p.id and v.is_live <> (p.state = 'defaulted'))`

/** Queries for the broken facts of each kind. `facts` holds the facts of that kind. */
const BROKEN_FACT_QUERIES: Readonly<Record<Fact['kind'], string>> = {
  invoice: `select f.id as fact from facts f left join invoices i on i.id = f.id::uuid
    where i.id is null or i.state = 'draft'`,
  payment: `select f."requestId" || ' reported as ' || f.status || ', is ' || coalesce(p.status, 'missing') as fact
    from facts f left join payments p on ${HAS_REQUEST_ID} and p.id = f.id::uuid
    where p.id is null
      or (f.status = 'confirmed' and p.status not in ('confirmed', 'refunded') and p.type <> 'e_check'
        and p.failure_code is distinct from 'disputed')
      or (f.status = 'rejected' and p.status <> 'rejected')`,
  attempt: `select f."requestId" || ' is ' || coalesce(p.status, 'missing') as fact
    from facts f left join payments p on ${HAS_REQUEST_ID}
    where p.id is null or p.status in ('input', 'waiting') or (p.status = 'rejected' and p.captured_minor = 0 and exists (
      select 1 from sandbox_charges c where c.our_id = p.id::text and c.captured_minor > 0))`,
  refund: `select f."requestId" as fact from facts f left join refunds r on r.request_id = f."requestId"
    where r.id is null or r.status = 'waiting' or (f.confirmed and r.status = 'rejected')`,
  credit_memo: `select f.id as fact from facts f left join credit_memos m on m.id = f.id::uuid where m.id is null`,
  credit_applied: `select f.id as fact from facts f
    where not exists (select 1 from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where e.kind = 'credit_applied' and p.invoice_id = f.invoice::uuid)`,
  closed: `select f.id || ' reported as ' || f.status || ', is ' || coalesce(i.state, 'missing') as fact
    from facts f left join invoices i on i.id = f.id::uuid where i.state is distinct from f.status`,
  credit_unapplied: `select f.id as fact from facts f left join credit_applications a on a.credit_memo_id = f.id::uuid
    where a.unapplied_at is null`,
  write_off_undone: `select f.id || ' is ' || coalesce(i.state, 'missing') as fact from facts f
    left join invoices i on i.id = f.id::uuid left join receivables r on r.invoice_id = i.id
    where i.state is distinct from 'open' or r.remaining_minor <> r.charged_minor
      or (select count(*) from ledger_entries e where e.source_id = i.id and e.kind = 'write_off_reversal') <> 1`,
  memo_void: `select f.id as fact from facts f left join credit_memos m on m.id = f.id::uuid
    where m.state is distinct from 'void'`,
  captured: `select f.id || ' is ' || coalesce(p.status, 'missing') as fact
    from facts f left join payments p on p.id = f.id::uuid where p.status is distinct from 'confirmed'`,
  canceled: `select f.id || ' is ' || coalesce(p.status, 'missing') as fact
    from facts f left join payments p on p.id = f.id::uuid where p.status is distinct from 'rejected'`,
  disputed: `select f.id || ' is ' || coalesce(p.status, 'missing') as fact
    from facts f left join payments p on p.id = f.id::uuid where p.failure_code is distinct from 'disputed'`,
  refunded_outside: `select f.id || ' is ' || coalesce(p.status, 'missing') as fact
    from facts f left join payments p on p.id = f.id::uuid
    where p.status is distinct from 'refunded' or p.refunded_minor <> p.captured_minor
      or (select count(*) from refunds r where r.payment_id = p.id and r.status = 'confirmed') <> 1`,
  late_charge: `select f.id || ' was booked ' || count(e.id) || ' times' as fact from facts f
    left join payments p on p.late_of = f.id::uuid and p.status = 'confirmed'
    left join ledger_entries e on e.source_id = p.id and e.kind = 'payment' group by f.id having count(e.id) <> 1`,
  edited: `select f.id || ' is worth ' || coalesce(r.charged_minor, 0) as fact from facts f
    left join invoices i on i.id = f.id::uuid left join receivables r on r.invoice_id = i.id
    where r.charged_minor is distinct from 12000 or i.total_minor <> 12000 or i.revision <> 2
      or (select count(*) from invoice_revisions v where v.invoice_id = i.id) <> 1`,
  reminded: `select f.id || ': ' || coalesce(string_agg(o.step_name || ' ' || o.outcome, ', '), 'no reminder') as fact
    from facts f left join reminder_outcomes o on o.invoice_id = f.id::uuid and o.outcome = 'sent'
    group by f.id having count(o.step_id) = 0
    union all select f.id || ' got a message twice' from facts f join reminder_messages m on f.id::uuid = any(m.invoice_ids)
      join demo_mailbox b on b.id = m.id group by f.id, m.id having count(*) > 1
    union all select f.id || ' was reminded twice on a day' from facts f join reminder_messages m on f.id::uuid = any(m.invoice_ids)
      group by f.id, m.sent_on having count(*) > 1`,
  late_fee: `select f.id || ' has ' || count(x.id) || ' late fees' as fact from facts f
    left join late_fees x on x.invoice_id = f.id::uuid group by f.id having count(x.id) > 1
    union all select f.id || ' is worth ' || i.total_minor from facts f join invoices i on i.id = f.id::uuid
      join receivables r on r.invoice_id = i.id where r.charged_minor <> i.total_minor
        or i.total_minor - i.fees_minor <> 20000`,
  case_closed: `select f.id as fact from facts f left join payment_cases c on c.id = f.id::uuid
    where c.closed_by is null or c.note <> 'Looked into'`,
  auto_payments_off: `select f.id || ' agreed ' || count(c.id) || ' times, still valid: ' || count(c.id) filter (where c.withdrawn_at is null)
      as fact from facts f left join auto_payment_consents c on c.customer_id = f.id::uuid
    group by f.id, f.rows having count(c.id) <> f.rows or count(c.id) filter (where c.withdrawn_at is null) > 0`,
  imported: `select f.prefix || ' has ' || count(i.id) || ' of ' || f.rows as fact
    from facts f left join invoices i on i.number like f.prefix || '-%' and i.state = 'open'
    group by f.prefix, f.rows having count(i.id) <> f.rows`,
  session: `select f.id as fact from facts f left join sessions s on s.id = f.id::uuid where s.id is null`,
  paid_automatically: `select f.id || ' was charged ' || count(p.id) || ' times' as fact from facts f
    left join payment_allocations a on a.invoice_id = f.id::uuid and a.state = 'applied'
    left join payments p on p.id = a.payment_id and p.status = 'confirmed' and p.channel = 'auto'
    group by f.id having count(p.id) <> 1`,
  settled: `select f.id || ' owes ' || coalesce(r.remaining_minor::text, 'nothing known') as fact from facts f
    left join receivables r on r.invoice_id = f.id::uuid where r.remaining_minor is distinct from 0`,
  paid_together: `select f."requestId" || ' has ' || count(a.*) || ' shares of ' || coalesce(sum(a.amount_minor), 0) as fact from facts f
    left join payments p on p.request_id = f."requestId" left join payment_allocations a on a.payment_id = p.id
    group by f."requestId", p.captured_minor
    having count(a.*) <> 2 or sum(a.amount_minor) <> 15000 or min(a.amount_minor) <> 5000 or p.captured_minor not in (0, 15000)
      or (p.captured_minor > 0) <> bool_and(a.state = 'applied')`,
  plan_confirmed: `select f.id || ' was confirmed ' || count(e.*) || ' times' as fact from facts f
    left join audit_entries e on e.object_id = f.id::uuid and e.action = 'payment-plans.confirm'
    group by f.id having count(e.*) <> 1
    union all select f.id || ' agreed to ' || coalesce(p.agreement_file_id::text, 'nothing') from facts f
      left join payment_plans p on p.id = f.id::uuid where p.agreement_file_id is null`,
  installment_paid: `select f.id || ' owes ' || coalesce(r.remaining_minor, -1) as fact from facts f
    left join payment_plan_invoices v on v.plan_id = f.id::uuid left join receivables r on r.invoice_id = v.invoice_id
    where r.remaining_minor is distinct from 5000`,
  plan_completed: planMoved('completed', 'payment-plans.complete', 0),
  plan_defaulted: planMoved('defaulted', 'payment-plans.default', 1),
  credit_used: `select f.id as fact from facts f left join payment_allocations a
      on a.payment_id = f.id::uuid and a.invoice_id = f.invoice::uuid
    where a.payment_id is null`,
}

/** Returns the facts that are not true in the database, each as its kind and a description. */
export async function findBrokenFacts(
  machine: Pick<Machine, 'query'>,
  facts: readonly Fact[],
): Promise<string[]> {
  const found: string[] = []
  for (const [kind, query] of Object.entries(BROKEN_FACT_QUERIES)) {
    const rows = await machine.query<{ fact: string }>(
      `with facts as (select * from jsonb_to_recordset($1::jsonb)
         as f(id text, "requestId" text, status text, invoice text, confirmed boolean, prefix text, rows integer)) ${query}`,
      [JSON.stringify(facts.filter((fact) => fact.kind === kind))],
    )
    found.push(...rows.map(({ fact }) => `${kind}: ${fact}`))
  }
  return found
}
