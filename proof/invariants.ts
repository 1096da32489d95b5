import type { Of } from '../server/main/invariants/invariant.ts'
import { INVARIANTS as BOOK_INVARIANTS } from '../server/main/invariants/queries.ts'

/*
 * Invariants of the books, checked as the owner of the tables. They are the invariants that production
 * checks, a comparison with the charges of the sandbox processor and, for all accounts at once, the counters
 * of payments and credit memos. A query returns a row for each breach.
 */

const processorInvariants = (of: Of): Readonly<Record<string, string>> => ({
  'a booked payment was charged at the processor in the same amount and currency': `
    select p.number from payments p
    join ledger_entries e on e.account_id = p.account_id and e.kind = 'payment' and e.source_id = p.id
    left join sandbox_charges c on c.account_id = p.account_id and c.ref = p.provider_ref
    where ${of('p', 'id')} and p.provider = 'sandbox' and (c.ref is null or c.amount_minor <> p.amount_minor + p.surcharge_minor or c.currency <> p.currency)`,
})

/** Reads every payment and credit memo, so it is too slow to run after each step of a simulation. */
const counterInvariants = {
  'the payment counters equal the payments’ number and amounts': `
    select concat_ws(' ', c.status, c.type, sum(c.change), sum(c.total), sum(c.collected)) from (
      select account_id, status, type, currency, posted_at is not null as posted, 1 as change,
        amount_minor + surcharge_minor as total, collected_minor as collected from payments
      union all
      select account_id, status, type, currency, posted, -payments, -total_minor, -collected_minor from payment_tallies
    ) c group by c.account_id, c.status, c.type, c.currency, c.posted
    having sum(c.change) <> 0 or sum(c.total) <> 0 or sum(c.collected) <> 0`,
  'the credit memo counters equal the number of credit memos': `
    select concat_ws(' ', c.scope_id, c.state, sum(c.change)) from (
      select m.account_id, s.scope_id, m.state, 1 as change from credit_memos m
        cross join lateral (values (m.account_id), (m.customer_id)) s(scope_id)
      union all
      select account_id, scope_id, state, -memos from credit_memo_tallies
    ) c group by c.account_id, c.scope_id, c.state having sum(c.change) <> 0`,
}

const combineQueries = (queries: Readonly<Record<string, string>>): string =>
  Object.entries(queries)
    .map(([name, query]) => `select '${name}: ' || breach as text from (${query}) as found(breach)`)
    .join(' union all ')

const allInvariants = (of: Of, others: Readonly<Record<string, string>> = {}): string =>
  combineQueries({
    ...Object.fromEntries(
      BOOK_INVARIANTS.map(({ name, query }) => [
        name,
        `select description from (${query(of)}) as found(key, description)`,
      ]),
    ),
    ...processorInvariants(of),
    ...others,
  })

/** Invariants of all accounts. */
export const INVARIANTS = allInvariants(() => 'true', counterInvariants)

/** Invariants of account $1. */
export const INVARIANTS_OF_ACCOUNT = allInvariants((table) => `${table}.account_id = $1`)

/** Invariants that hold once all payments, refunds and events in progress are resolved. */
export const SETTLED = combineQueries({
  // A charge that was taken back before the product knew of it is booked neither way.
  'a charge at the processor is booked exactly once': `
    select c.ref from sandbox_charges c
    where c.captured_minor > 0 and (
      select count(*) from ledger_entries e join payments p on p.account_id = e.account_id and p.id = e.source_id
      where e.account_id = c.account_id and e.kind = 'payment' and p.provider_ref = c.ref)
        not in (1, case when c.status = 'rejected' then 0 else 1 end)`,
  'a refund at the processor is booked exactly once': `
    select s.ref from sandbox_refunds s
    where s.our_id <> s.ref and (select count(*) from refunds r where r.account_id = s.account_id and r.provider_ref = s.ref
             and r.status = 'confirmed') <> 1`,
  'the refunded amount of a charge at the processor is booked': `
    select c.ref from sandbox_charges c join payments p on p.account_id = c.account_id and p.provider_ref = c.ref
    where c.refunded_minor <> (select coalesce(sum(r.amount_minor), 0) from refunds r
      where r.account_id = p.account_id and r.payment_id = p.id and r.status = 'confirmed')`,
  'no payment stays in progress': `
    select id || ' ' || status from payments where status in ('input', 'waiting') and next_step is null`,
  'no refund stays in progress': `select id::text from refunds where status = 'waiting'`,
  'no provider event stays unprocessed': `select id::text from provider_inbox where status = 'new'`,
})

type RunQuery = (text: string) => Promise<{ text: string }[]>

/** Returns the breaches, each as the invariant's name and a description. */
export const breachesOf = async (runQuery: RunQuery, invariants: string): Promise<string[]> =>
  (await runQuery(invariants)).map(({ text }) => text)
