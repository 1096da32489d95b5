import { INVARIANTS as OF_BOOKS, type Of } from '../server/main/invariants/queries.ts'

/**
 * What must be true of the books at any moment (I1 to I14), each asked of the tables as their owner: all that production
 * asks of itself, and besides what the built-in processor knows, and of everything at once whether payments and
 * credit memos are counted rightly. A query returns a line for each breach. Torture, backup and outages ask it of every account at once; the
 * simulation of its own after each step.
 */

const atTheProcessor = (of: Of): Readonly<Record<string, string>> => ({
  'I12 what is booked as a payment was charged, by the same amount of the same currency': `
    select p.number from payments p
    join ledger_entries e on e.account_id = p.account_id and e.kind = 'payment' and e.source_id = p.id
    left join sandbox_charges c on c.account_id = p.account_id and c.ref = p.provider_ref
    where ${of('p', 'id')} and p.provider = 'sandbox' and (c.ref is null or c.amount_minor <> p.amount_minor + p.surcharge_minor or c.currency <> p.currency)`,
})

/** Counts every payment and credit memo: not for after each step of a simulation. */
const kept = {
  'the kept counts of payments are how many there are': `
    select concat_ws(' ', c.status, c.type, sum(c.change)) from (
      select account_id, status, type, currency, posted_at is not null as posted, 1 as change from payments
      union all
      select account_id, status, type, currency, posted, -payments from payment_tallies
    ) c group by c.account_id, c.status, c.type, c.currency, c.posted having sum(c.change) <> 0`,
  'the kept counts of credit memos are how many there are': `
    select concat_ws(' ', c.scope_id, c.state, sum(c.change)) from (
      select m.account_id, s.scope_id, m.state, 1 as change from credit_memos m
        cross join lateral (values (m.account_id), (m.customer_id)) s(scope_id)
      union all
      select account_id, scope_id, state, -memos from credit_memo_tallies
    ) c group by c.account_id, c.scope_id, c.state having sum(c.change) <> 0`,
}

const named = (queries: Readonly<Record<string, string>>): string =>
  Object.entries(queries)
    .map(([name, query]) => `select '${name}: ' || breach as text from (${query}) as found(breach)`)
    .join(' union all ')

const everything = (of: Of, besides: Readonly<Record<string, string>> = {}): string =>
  named({
    ...Object.fromEntries(
      OF_BOOKS.map(({ name, query }) => [name, `select words from (${query(of)}) as told(key, words)`]),
    ),
    ...atTheProcessor(of),
    ...besides,
  })

/** Of every account. */
export const INVARIANTS = everything(() => 'true', kept)

/** Of account $1. */
export const INVARIANTS_OF_ACCOUNT = everything((table) => `${table}.account_id = $1`)

/** What must be true besides once everything that was under way has come to its end. */
export const SETTLED = named({
  'I12 a charge at the processor is booked exactly once': `
    select c.ref from sandbox_charges c
    where c.captured_minor > 0 and (
      select count(*) from ledger_entries e join payments p on p.account_id = e.account_id and p.id = e.source_id
      where e.account_id = c.account_id and e.kind = 'payment' and p.provider_ref = c.ref) <> 1`,
  'I12 a refund at the processor is booked exactly once': `
    select s.ref from sandbox_refunds s
    where s.our_id <> s.ref and (select count(*) from refunds r where r.account_id = s.account_id and r.provider_ref = s.ref
             and r.status = 'confirmed') <> 1`,
  'I12 what was given back of a charge, at the processor’s own desk too, is booked': `
    select c.ref from sandbox_charges c join payments p on p.account_id = c.account_id and p.provider_ref = c.ref
    where c.refunded_minor <> (select coalesce(sum(r.amount_minor), 0) from refunds r
      where r.account_id = p.account_id and r.payment_id = p.id and r.status = 'confirmed')`,
  'nothing stays under way': `
    select id || ' ' || status from payments where status in ('input', 'waiting') and next_step is null`,
  'no refund stays under way': `select id::text from refunds where status = 'waiting'`,
  'no event stays unread': `select id::text from provider_inbox where status = 'new'`,
})

type Ask = (text: string) => Promise<{ text: string }[]>

/** Every breach, each with the name of what it breaks. */
export const breachesOf = async (ask: Ask, invariants: string): Promise<string[]> =>
  (await ask(invariants)).map(({ text }) => text)
