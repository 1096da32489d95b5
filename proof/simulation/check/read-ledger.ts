import type pg from 'pg'
import { INVARIANTS_OF_ACCOUNT } from '../../invariants.ts'

interface Named {
  readonly id: string
}

/** The product's tables of one account. Amounts are minor units as text, instants are epoch ms as text. */
export interface Ledger {
  /** Violated invariants; null when there is none. */
  readonly breaches: readonly string[] | null
  /** Digest of the entries that the previous read saw, and digest of all entries. */
  readonly history: readonly [before: string | null, now: string | null]
  /** Sequence of the last ledger entry. */
  readonly entries: string
  readonly invoices: readonly (Named &
    Record<'number' | 'state' | 'customer' | 'total' | 'tax' | 'due' | 'remaining' | 'reserved', string> & {
      revision: number
    })[]
  readonly payments: readonly LedgerPayment[]
  readonly plans: readonly (Named & { state: string; live: number; installments: readonly string[] })[]
  readonly fees: readonly (Named &
    Record<'invoice' | 'day' | 'bookedOn' | 'amount', string> & {
      period: number | null
      plan: string | null
      waived: string | null
    })[]
  readonly statements: readonly Record<'customer' | 'form' | 'from' | 'to' | 'owed' | 'closing', string>[]
  readonly refunds: readonly (Named &
    Record<'request' | 'payment' | 'status' | 'amount' | 'surcharge', string> & {
      /** Sequence of its ledger entry. */
      booked: number | null
      given: string | null
      afterReturn: boolean
    })[]
  readonly cases: readonly (Named & {
    kind: string
    subject: string
    payment: string | null
    state: 'open' | 'closed' | 'resolved'
  })[]
  readonly memos: readonly (Named & Record<'state' | 'total' | 'remaining', string>)[]
  readonly applications: readonly (Named & {
    /** Null when it belongs to another request. */
    request: string | null
    memo: string
    invoice: string
    amount: string
    active: boolean
  })[]
  readonly creditPlans: readonly (Record<'request' | 'customer' | 'planned', string> & {
    used: string | null
    shares: readonly { invoice: string; planned: string; used: string | null }[]
  })[]
  readonly customers: readonly (Named & Record<'owed' | 'paid' | 'unapplied', string>)[]
  readonly methods: readonly (Named & { customer: string; last4: string; removed: boolean })[]
  readonly consents: readonly {
    customer: string
    method: string
    since: string
    ended: string | null
    payment: string | null
  }[]
  readonly notices: readonly { invoice: string; total: string; at: string }[]
  readonly attempts: readonly (Named &
    Record<'invoice' | 'state' | 'amount', string> &
    Record<'payment' | 'next', string | null> & { no: number })[]
  /** Charges at the processor without a payment of the account. */
  readonly unknownCharges: readonly string[]
}

export interface LedgerPayment extends Named {
  readonly request: string
  readonly status: string
  readonly ref: string | null
  readonly chargeRef: string | null
  readonly failure: string | null
  readonly isChallenged: boolean
  readonly posted: boolean
  readonly amount: string
  readonly surcharge: string
  readonly captured: string
  readonly refunded: string
  readonly surchargeRefunded: string
  readonly unapplied: string
  readonly shares: readonly { invoice: string; amount: string; reversed: string; state: string }[]
  readonly charges: readonly { status: string; captured: string; refunded: string }[]
}

const ENTRIES_TEXT = `string_agg(e.sequence || e.kind || encode(e.hash, 'hex') || p.position || p.ledger_account || p.amount_minor,
  ',' order by e.sequence, p.position)`

/** Digests of the entries up to $2 and of all entries. The former must never change. */
const HISTORY = `
  select json_build_array(md5(${ENTRIES_TEXT} filter (where e.sequence <= $2::bigint)), md5(${ENTRIES_TEXT})) from ledger_entries e
  join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
  where e.account_id = $1`

const jsonRows = (columns: string, rest: string): string =>
  `(select coalesce(json_agg(json_build_object(${columns})), '[]') from ${rest})`

const epochMs = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint::text`

const QUERY = `select json_build_object(
  'breaches', (select json_agg(text) from (${INVARIANTS_OF_ACCOUNT}) b),
  'history', (${HISTORY}),
  'entries', (select coalesce(max(sequence), 0)::text from ledger_entries where account_id = $1),
  'invoices', ${jsonRows(
    `'id', i.id, 'number', i.number, 'state', i.state, 'customer', i.customer_id, 'total', i.total_minor::text, 'tax', i.tax_minor::text,
     'due', i.due_date, 'revision', i.revision, 'remaining', coalesce(r.remaining_minor, 0)::text,
     'reserved', coalesce(r.reserved_minor, 0)::text`,
    `invoices i left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id where i.account_id = $1`,
  )},
  'payments', ${jsonRows(
    `'id', p.id, 'request', p.request_id, 'ref', p.provider_ref,
     'chargeRef', (select c.ref from sandbox_charges c where c.account_id = p.account_id and c.our_id = coalesce(p.late_of, p.id)::text), 'status', p.status, 'failure', p.failure_code, 'isChallenged', p.next_step is not null,
     'posted', p.posted_at is not null,
     'amount', p.amount_minor::text, 'surcharge', p.surcharge_minor::text, 'captured', p.captured_minor::text,
     'refunded', p.refunded_minor::text, 'surchargeRefunded', p.surcharge_refunded_minor::text,
     'unapplied', p.unapplied_minor::text,
     'shares', (select coalesce(json_agg(json_build_object('invoice', a.invoice_id, 'amount', a.amount_minor::text,
        'reversed', a.reversed_minor::text, 'state', a.state) order by a.position), '[]')
      from payment_allocations a where a.account_id = p.account_id and a.payment_id = p.id),
     'charges', (select coalesce(json_agg(json_build_object('status', c.status, 'captured', c.captured_minor::text,
        'refunded', c.refunded_minor::text)), '[]')
      from sandbox_charges c where c.account_id = p.account_id and c.our_id = p.id::text)`,
    `payments p where p.account_id = $1`,
  )},
  'plans', ${jsonRows(
    `'id', p.id, 'state', p.state, 'live', (select count(*) from payment_plan_invoices v
        where v.account_id = p.account_id and v.plan_id = p.id and v.is_live),
     'installments', (select json_agg(n.id order by n.number) from payment_plan_installments n
        where n.account_id = p.account_id and n.plan_id = p.id)`,
    `payment_plans p where p.account_id = $1`,
  )},
  'fees', ${jsonRows(
    `'id', f.id, 'invoice', f.invoice_id, 'plan', f.plan_id, 'period', f.period, 'day', f.day, 'bookedOn', f.booked_on, 'amount', f.amount_minor::text,
     'waived', case when f.waived_at is not null then f.waived_minor::text end`,
    `late_fees f where f.account_id = $1`,
  )},
  'statements', ${jsonRows(
    `'customer', s.customer_id, 'form', s.kind, 'from', s.period_from, 'to', s.period_to, 'owed', s.owed_minor::text,
     'closing', s.closing_minor::text`,
    `statements s where s.account_id = $1`,
  )},
  'refunds', ${jsonRows(
    `'id', f.id, 'request', case when f.request_id like 'outside.%' then 'outside' else f.request_id end, 'payment', f.payment_id,
     'booked', (select e.sequence from ledger_entries e where e.account_id = f.account_id and e.kind = 'refund' and e.source_id = f.id), 'status', f.status, 'amount', f.amount_minor::text,
     'surcharge', f.surcharge_minor::text, 'afterReturn', coalesce(f.failure_code = 'after_return', false), 'given', (select sum(s.amount_minor)::text from sandbox_refunds s
      where s.account_id = f.account_id and s.our_id = f.id::text)`,
    `refunds f where f.account_id = $1`,
  )},
  'cases', ${jsonRows(
    `'id', k.id, 'kind', k.kind, 'subject', k.subject, 'payment', k.payment_id,
     'state', case when k.closed_at is null then 'open' when k.closed_by is null then 'resolved' else 'closed' end`,
    `(select * from payment_cases where account_id = $1 order by id) k`,
  )},
  'memos', ${jsonRows(
    `'id', m.id, 'state', m.state, 'total', m.total_minor::text, 'remaining', coalesce(b.remaining_minor, 0)::text`,
    `credit_memos m left join credit_balances b on b.account_id = m.account_id and b.credit_memo_id = m.id
     where m.account_id = $1`,
  )},
  'applications', ${jsonRows(
    `'id', c.id, 'request', c.request_id, 'memo', c.credit_memo_id, 'invoice', c.invoice_id, 'amount', c.amount_minor::text,
     'active', c.unapplied_at is null`,
    `(select * from credit_applications where account_id = $1 order by id) c`,
  )},
  'creditPlans', ${jsonRows(
    `'request', u.request_id, 'customer', u.customer_id, 'planned', u.planned_minor::text, 'used', u.used_minor::text,
     'shares', (select json_agg(json_build_object('invoice', s.invoice_id, 'planned', s.planned_minor::text,
         'used', case when u.settled_at is not null then s.used_minor::text end) order by s.position)
       from credit_use_shares s where s.account_id = u.account_id and s.credit_use_id = u.id)`,
    `credit_uses u where u.account_id = $1`,
  )},
  'customers', ${jsonRows(
    `'id', b.customer_id, 'owed', b.owed_minor::text, 'paid', b.paid_minor::text, 'unapplied', b.unapplied_minor::text`,
    `customer_balances b where b.account_id = $1`,
  )},
  'methods', ${jsonRows(
    `'id', s.id, 'customer', s.customer_id, 'last4', s.last_4_digits, 'removed', s.removed_at is not null`,
    `(select * from stored_methods where account_id = $1 order by created_at, id) s`,
  )},
  'consents', ${jsonRows(
    `'customer', c.customer_id, 'method', c.stored_method_id, 'since', ${epochMs('c.agreed_at')}, 'ended', c.withdrawn_because,
     'payment', c.payment_id`,
    `auto_payment_consents c where c.account_id = $1`,
  )},
  'notices', ${jsonRows(
    `'invoice', n.invoice_id, 'total', n.total_minor::text, 'at', ${epochMs('n.noticed_at')}`,
    `auto_payment_notices n where n.account_id = $1`,
  )},
  'attempts', ${jsonRows(
    `'id', t.id, 'invoice', t.invoice_id, 'no', t.try_no, 'state', t.state, 'amount', t.amount_minor::text,
     'payment', t.payment_id, 'next', ${epochMs('t.next_at')}`,
    `auto_payment_tries t where t.account_id = $1`,
  )},
  'unknownCharges', (select coalesce(json_agg(c.our_id), '[]') from sandbox_charges c where c.account_id = $1
    and not exists (select 1 from payments p where p.account_id = c.account_id and p.id::text = c.our_id))
) as ledger`

/**
 * Reads an account's tables in one round trip, as the tables' owner. `lastEntry` is the `entries` of the
 * previous read, or '0'.
 */
export async function readLedger(owner: pg.Client, accountId: string, lastEntry: string): Promise<Ledger> {
  const result = await owner.query<{ ledger: Ledger }>({
    name: 'simulation-ledger',
    text: QUERY,
    values: [accountId, lastEntry],
  })
  return result.rows[0]!.ledger
}
