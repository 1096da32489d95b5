import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import { seedAccount } from '../../../seed/history/seed-account.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestApp } from '../../../testing/test-app.ts'
import { aCustomer } from '../../rooms/customers/testing.ts'
import { anOpenInvoice } from '../../rooms/invoices/testing.ts'
import { bookInvoiceChange } from '../../rooms/ledger/index.ts'
import { followLedger } from '../../rooms/reports/testing.ts'
import { checkInvariants } from './check-invariants.ts'
import { INVARIANTS } from './queries.ts'
import { sliceSize } from './slices.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
let owner: pg.Client

beforeAll(async () => {
  const history = { accountId: tenant.accountId, invoices: 400, customers: 30, days: 120, seed: 7 }
  await seedAccount(test.app, test.ownerConfig, history, () => {})
  await leaveSumsBehind()
  owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  // Autovacuum would do so only now and then, and plans for empty tables take seconds on these.
  await owner.query('analyze')
  // Disables triggers and constraints, which refuse these breaches otherwise.
  await owner.query('set session_replication_role = replica')
})
afterAll(async () => {
  await owner?.end()
})

/** Brings the sums of the reports up to date, then books an invoice and another due date of one that is in the sums. */
async function leaveSumsBehind(): Promise<void> {
  const invoice = await tenant.run((ctx) => anOpenInvoice(ctx, { amount: '50.00' }))
  await followLedger(tenant.uow({ kind: 'system', job: 'test' }))
  await tenant.run(async (ctx) => {
    const customer = await aCustomer(ctx)
    await anOpenInvoice(ctx, { customer: customer.id, amount: '70.00' })
    const figures = {
      ...{ customerId: invoice.customer.pk, netMinor: 5000n },
      ...{ taxMinor: 0n, lateFeesMinor: 0n, planFeesMinor: 0n },
    }
    await bookInvoiceChange(ctx, {
      ...{ invoiceId: invoice.id, number: invoice.number, currency: invoice.currency },
      ...{ bookedOn: '2026-11-20', dueDate: '2027-03-03', before: figures, after: figures },
    })
  })
}

/** Runs the check like the worker until the round is complete. Returns the number of calls. */
async function runRound(): Promise<number> {
  test.clock.advance(HOUR_MS)
  for (let calls = 1; ; calls++) {
    await checkInvariants(tenant.uow({ kind: 'system', job: 'test' }))
    const { rows } = await owner.query('select rested_at from invariant_looks where account_id = $1', [
      tenant.accountId,
    ])
    if (rows[0].rested_at) return calls
  }
}

async function readBreaches(): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ invariant: string; breaches: string }>(
    'select * from standing_breaches() where breaches > 0',
  )
  return Object.fromEntries(rows.map(({ invariant, breaches }) => [invariant, Number(breaches)]))
}

const PAYMENT = `(select payment_id from payment_allocations where state = 'applied' order by 1 limit 1)`
const OWED = '(select invoice_id from receivables where remaining_minor > 100 order by 1 limit 1)'
const OWING = `(select customer_id from customer_aging_months order by 1 limit 1)`
const CREDITED = `(select credit_memo_id from credit_balances order by 1 limit 1)`
const add = (table: string, columns: string[], where: string) => (by: 1 | -1) =>
  `update ${table} set ${columns.map((column) => `${column} = ${column} + ${by}`).join(', ')} where ${where}`

type Change = (by: 1 | -1) => string

/** Changes that break each invariant (1) and repair it (-1). */
const BREAKS: Readonly<Record<string, Change>> = {
  'every ledger entry sums to zero in each currency': add(
    'ledger_postings',
    ['amount_minor'],
    `position = 0 and entry_id = (select id from ledger_entries where sequence = 5)`,
  ),
  'an invoice’s remaining amount is its charged amount less what settled it': add(
    'payment_allocations',
    ['amount_minor'],
    `state = 'applied' and payment_id = ${PAYMENT}`,
  ),
  'an invoice’s remaining amount equals its ledger balance': add(
    'receivables',
    ['charged_minor', 'remaining_minor'],
    `invoice_id = ${OWED}`,
  ),
  'an invoice’s reserved amount equals its open reservations and does not exceed its remaining amount': add(
    'receivables',
    ['reserved_minor'],
    `invoice_id = ${OWED}`,
  ),
  'an invoice’s late fees are in its total and its ledger balance, less what was waived': add(
    'invoices',
    ['fees_minor'],
    `id = ${OWED}`,
  ),
  'a customer’s balance equals the remaining amounts of the customer’s invoices': add(
    'customer_balances',
    ['owed_minor'],
    'owed_minor > 0',
  ),
  'the counters by due date equal the remaining amounts': add(
    'invoice_tallies',
    ['remaining_minor'],
    `kind = 'owed' and scope_id = account_id`,
  ),
  'a day’s totals equal the sums of its ledger entries': add('ledger_days', ['invoiced_minor'], 'true'),
  'a credit memo’s remaining credit is not negative and equals its ledger balance': add(
    'credit_balances',
    ['issued_minor', 'remaining_minor'],
    `credit_memo_id = ${CREDITED}`,
  ),
  'a customer’s unapplied credit is not negative and equals the unapplied amounts of the payments': add(
    'customer_balances',
    ['unapplied_minor'],
    'true',
  ),
  'a month’s sum for the aging report equals what was booked': add('aging_months', ['owed_minor'], 'true'),
  'the sums for the aging report by due date equal the remaining amounts': add(
    'aging_months',
    ['owed_minor'],
    `(booked_month, due_date) = (select booked_month, due_date from aging_months order by owed_minor desc, 1, 2 limit 1)`,
  ),
  'the sums for the aging report by customer add up to those of the account': add(
    'customer_aging_months',
    ['owed_minor'],
    'true',
  ),
  'a customer’s sums for the aging report equal the customer’s balance': add(
    'customer_aging_months',
    ['owed_minor'],
    `customer_id = ${OWING}`,
  ),
  'a customer’s sums by delay equal what the customer paid': add('payment_delays', ['paid_minor'], 'true'),
  'what a ledger entry collected is in the report of sources': add(
    'collected_entries',
    ['collected_minor'],
    'true',
  ),
  'a month’s sums by source equal its entries': add('collected_months', ['payments'], 'true'),
  'refunds of a payment do not exceed its captured amount': add(
    'payments',
    ['refunded_minor'],
    `id = ${PAYMENT}`,
  ),
  'a payment, its return and each refund are booked once': (by) =>
    by === 1
      ? `insert into ledger_entries select account_id, gen_random_uuid(), 1000000, kind, booked_on, recorded_at, customer_id,
           source_type, source_id, reverses_id, description, hash, hash from ledger_entries
         where kind = 'payment' and source_id = ${PAYMENT}`
      : 'delete from ledger_entries where sequence = 1000000',
  'a payment has the currency of its invoices': (by) =>
    `update payments set currency = '${by === 1 ? 'XXX' : 'USD'}' where id = ${PAYMENT}`,
  'a payment’s captured amount less refunds equals its settled and unapplied amounts plus the surcharge': add(
    'payments',
    ['surcharge_minor'],
    `id = ${PAYMENT}`,
  ),
  'a confirmed payment is booked': (by) =>
    `update ledger_entries set kind = '${by === 1 ? 'late_fee' : 'payment'}' where source_id = ${PAYMENT}`,
  'a void or written-off invoice has nothing remaining or reserved': (by) =>
    `update invoices set state = '${by === 1 ? 'void' : 'open'}' where id = ${OWED}`,
  'every ledger entry links to the previous entry': (by) =>
    by === 1
      ? `update ledger_entries set previous_hash = '\\x00' where sequence = 9`
      : `update ledger_entries e set previous_hash = b.hash from ledger_entries b
         where e.sequence = 9 and b.sequence = 8 and b.account_id = e.account_id`,
}

it('finds no breach in valid books and starts the next round an hour later', async () => {
  expect(await runRound()).toBeGreaterThan(1)
  expect(await readBreaches()).toEqual({})
  const { rows } = await owner.query('select invariant from invariant_findings order by 1')
  expect(rows.map(({ invariant }) => invariant)).toEqual(INVARIANTS.map(({ name }) => name).sort())
  await owner.query(BREAKS['a day’s totals equal the sums of its ledger entries']!(1))
  test.clock.advance(HOUR_MS / 2)
  await checkInvariants(tenant.uow({ kind: 'system', job: 'test' }))
  expect(await readBreaches()).toEqual({})
  await owner.query(BREAKS['a day’s totals equal the sums of its ledger entries']!(-1))
})

it('covers every invariant', () => {
  expect(Object.keys(BREAKS)).toEqual(INVARIANTS.map(({ name }) => name))
})

it.each(Object.entries(BREAKS))('%s: reports a breach by name until it is repaired', async (name, change) => {
  const broken = await owner.query(change(1))
  expect(broken.rowCount).toBeGreaterThan(0)
  await runRound()
  expect((await readBreaches())[name]).toBeGreaterThan(0)
  await owner.query(change(-1))
  await runRound()
  expect(await readBreaches()).toEqual({})
})

it('checks new entries before a long round reaches them', async () => {
  await owner.query(
    `update invariant_looks set rested_at = null, recent_sequence = recent_sequence - 3,
       places = '{"entries": null, "invoices": null, "payments": null, "memos": null, "customers": null, "days": null, "dues": null, "months": null}'`,
  )
  const last = 'entry_id in (select id from ledger_entries order by sequence desc limit 3) and position = 0'
  await owner.query(add('ledger_postings', ['amount_minor'], last)(1))
  await checkInvariants(tenant.uow({ kind: 'system', job: 'test' }))
  expect(Object.keys(await readBreaches())).toContain('every ledger entry sums to zero in each currency')
  await owner.query(add('ledger_postings', ['amount_minor'], last)(-1))
  await runRound()
  expect(await readBreaches()).toEqual({})
})

it('counts the breaches of another company without showing them', async () => {
  const other = await test.tenant()
  await owner.query(
    `insert into invariant_findings (account_id, invariant, breaches, subjects, found_at) values ($1, 'invariant', 2, '{}', now())`,
    [other.accountId],
  )
  expect(await readBreaches()).toEqual({ invariant: 2 })
  const seen = await tenant.run((ctx) =>
    ctx.db
      .selectFrom('invariant_findings' as never)
      .selectAll()
      .where('breaches' as never, '>', 0 as never)
      .execute(),
  )
  expect(seen).toEqual([])
})

it('takes fewer customers, days and due dates into a slice of large books', () => {
  const sizes = (entries: bigint) =>
    (['customers', 'days', 'dues', 'invoices'] as const).map((walk) => sliceSize(walk, entries))
  expect(sizes(0n)).toEqual([50, 15, 50, 500])
  expect(sizes(100_000n)).toEqual([50, 15, 50, 500])
  expect(sizes(500_000n)).toEqual([10, 3, 10, 500])
  expect(sizes(5_000_000n)).toEqual([1, 1, 1, 500])
})
