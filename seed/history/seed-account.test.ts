import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatAmount } from '../../domain/money/money.ts'
import { formatQuantity } from '../../domain/money/quantity.ts'
import { formatRate } from '../../domain/money/rate.ts'
import { SCHEDULES } from '../../server/main/schedules.ts'
import type { Actor, App, Ctx } from '../../server/platform/context.ts'
import { inAccount } from '../../server/platform/context.ts'
import { applyCreditMemo, issueCreditMemo } from '../../server/rooms/credit-memos/index.ts'
import {
  createInvoice,
  importOpenInvoices,
  verifyInvoiceCounters,
  voidInvoice,
  writeOffInvoice,
} from '../../server/rooms/invoices/index.ts'
import { anOpenInvoice } from '../../server/rooms/invoices/testing.ts'
import { verifyLedger } from '../../server/rooms/ledger/index.ts'
import { recordPayment, verifyPaymentCounters } from '../../server/rooms/payments/index.ts'
import { setUp } from '../../testing/set-up.ts'
import { setUpTestApp } from '../../testing/test-app.ts'
import { atTime } from '../demo/demo-payments.ts'
import { HISTORY_LABEL } from './books.ts'
import type { HistoryEvent, PlannedInvoice } from './history-events.ts'
import { type HistoryPlan, type PlanOptions, planHistory } from './plan-history.ts'
import { addCustomers, seedAccount } from './seed-account.ts'

const SIZE = { invoices: 300, customers: 14, days: 420, seed: 6 }
const OPTIONS: PlanOptions = {
  ...SIZE,
  last: '2026-11-19',
  timezone: 'America/New_York',
  currencies: ['USD', 'EUR'],
}
const ACTOR: Actor = { kind: 'system', job: HISTORY_LABEL }
const CALLER = { requestId: HISTORY_LABEL, ip: null }

const test = setUpTestApp()
const seeded = setUp(() => test.tenant())
const acted = setUp(() => test.tenant())
let owner: pg.Client

beforeAll(async () => {
  owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  await seedAccount(test.app, test.ownerConfig, { ...SIZE, accountId: seeded.accountId }, () => {})
  await executePlan(test.app, acted.accountId, planHistory(OPTIONS))
})
afterAll(async () => {
  await owner.end()
})

/** Executes a plan through the rooms' own actions, each at its time. */
async function executePlan(app: App, accountId: string, plan: HistoryPlan): Promise<void> {
  const customerIds = await addCustomers(app, accountId, plan)
  const ids = new Map<PlannedInvoice, string>()
  for (const { day, events } of plan.byDay)
    for (const event of events)
      await inAccount(atTime(app, event.at), CALLER, ACTOR, accountId, (ctx) =>
        act(ctx, event, day, customerIds, ids),
      )
}

async function act(
  ctx: Ctx,
  event: HistoryEvent,
  day: string,
  customerIds: readonly string[],
  ids: Map<PlannedInvoice, string>,
): Promise<void> {
  const customerOf = (invoice: PlannedInvoice): string => customerIds[invoice.customer.index]!
  switch (event.kind) {
    case 'invoice': {
      const { invoice } = event
      const number = `INV-${1001 + ids.size}`
      const { currency } = invoice.customer.fields
      const { written } = await importOpenInvoices(ctx, [
        {
          number,
          customerId: customerOf(invoice),
          currency,
          invoiceDate: invoice.date,
          dueDate: invoice.dueDate,
          terms: invoice.customer.terms,
          notes: '',
          lines: invoice.lines,
          paidMinor: 0n,
        },
      ])
      ids.set(invoice, written.get(number)!)
      return
    }
    case 'draft': {
      const { invoice } = event
      await createInvoice(ctx, {
        customer: customerOf(invoice),
        invoice_date: invoice.date,
        terms: invoice.customer.terms,
        notes: '',
        lines: invoice.lines.map((line) => ({
          description: line.description,
          detail: line.detail,
          quantity: formatQuantity(line.quantity),
          unit_price: formatAmount(line.unitPriceMinor, invoice.customer.fields.currency),
          discount: formatRate(line.discountPpm),
          tax_name: line.taxName,
          tax_rate: formatRate(line.taxPpm),
        })),
      })
      return
    }
    case 'void':
      await voidInvoice(ctx, ids.get(event.invoice)!, event.reason)
      return
    case 'write_off':
      await writeOffInvoice(ctx, ids.get(event.invoice)!, event.reason)
      return
    case 'payment': {
      const { currency } = event.customer.fields
      const sum = event.shares.reduce((total, share) => total + share.amountMinor, event.unappliedMinor)
      await recordPayment(ctx, {
        customer: customerIds[event.customer.index]!,
        type: event.type,
        total: formatAmount(sum, currency),
        received_on: day,
        reference: event.reference,
        request_id: `acted-${event.at}`,
        invoices: event.shares.map((share) => ({
          invoice: ids.get(share.invoice)!,
          amount: formatAmount(share.amountMinor, currency),
        })),
      })
      return
    }
    case 'credit': {
      const { invoice, amountMinor } = event.applied
      const { currency } = invoice.customer.fields
      const memo = await issueCreditMemo(ctx, {
        customer: customerOf(invoice),
        issued_on: day,
        total: formatAmount(event.totalMinor, currency),
        reason: event.reason,
      })
      await applyCreditMemo(ctx, memo.pk, {
        invoice: ids.get(invoice)!,
        amount: formatAmount(amountMinor, currency),
        request_id: `acted-${event.at}`,
      })
    }
  }
}

/** Tables of the account itself, filled before the history. */
const NOT_HISTORY = ['accounts', 'companies', 'memberships', 'portal_preferences', 'users', 'sessions']
/** Columns derived from ids: hashes and request ids. */
const FROM_IDS = new Set(['hash', 'previous_hash', 'request_hash', 'request_id'])
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

async function tables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t
       on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.column_name = 'account_id' order by 1`,
  )
  return rows.map((row) => row.name).filter((name) => !NOT_HISTORY.includes(name))
}

/** Returns a stable name for each id of an account. */
async function names(accountId: string): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select id, short_name as name from customers where account_id = $1
     union all select id, number from invoices where account_id = $1
     union all select id, number from payments where account_id = $1
     union all select id, number from credit_memos where account_id = $1
     union all select id, 'entry ' || sequence from ledger_entries where account_id = $1
     union all select a.id, 'application of ' || m.number from credit_applications a
       join credit_memos m on m.account_id = a.account_id and m.id = a.credit_memo_id where a.account_id = $1`,
    [accountId],
  )
  return new Map([[accountId, 'the account'], ...rows.map((row): [string, string] => [row.id, row.name])])
}

/** Returns every row of a table with its ids replaced by their names. */
async function contents(table: string, accountId: string): Promise<string[]> {
  const known = await names(accountId)
  // Counters are sums of changes, so the number of their rows doesn't matter.
  const sums: Record<string, string> = {
    payment_tallies: `(select account_id, status, type, currency, posted, sum(payments)::bigint as payments,
           sum(total_minor)::bigint as total_minor, sum(collected_minor)::bigint as collected_minor from payment_tallies
           group by 1, 2, 3, 4, 5 having sum(payments) <> 0) t`,
    credit_memo_tallies: `(select account_id, scope_id, state, sum(memos)::bigint as memos from credit_memo_tallies
           group by 1, 2, 3 having sum(memos) <> 0) t`,
    invoice_tallies: `(select account_id, scope_id, kind, currency, due_date, sum(invoices)::bigint as invoices, sum(remaining_minor)::bigint
           as remaining_minor from invoice_tallies group by 1, 2, 3, 4, 5 having sum(invoices) <> 0 or sum(remaining_minor) <> 0) t`,
  }
  const source = sums[table] ?? `${table} t`
  const { rows } = await owner.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${source} where t.account_id = $1`,
    [accountId],
  )
  return rows
    .map(({ row }) =>
      JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => !FROM_IDS.has(column)))),
    )
    .map((text) => text.replace(UUID, (id) => known.get(id) ?? 'an id'))
    .sort()
}

describe('a seeded history', () => {
  it('has every schedule due', async () => {
    const { rows } = await owner.query('select schedule from due_work where account_id = $1 and key = $2', [
      seeded.accountId,
      '',
    ])
    expect(rows.map(({ schedule }) => schedule).toSorted()).toEqual(
      SCHEDULES.map(({ name }) => name).toSorted(),
    )
  })

  it('has the same rows in every table as the rooms’ own actions write', async () => {
    const filled: string[] = []
    for (const table of await tables()) {
      // A seeded company has every schedule due instead.
      if (table === 'due_work') continue
      const rows = await contents(table, seeded.accountId)
      expect({ table, rows }).toEqual({ table, rows: await contents(table, acted.accountId) })
      if (rows.length > 0) filled.push(table)
    }
    expect(filled).toEqual(
      expect.arrayContaining([
        'credit_applications',
        'credit_balances',
        'credit_memo_tallies',
        'customer_balances',
        'invoice_lines',
        'invoice_tallies',
        'ledger_heads',
        'ledger_postings',
        'number_sequences',
        'payment_allocations',
        'payment_events',
        'payment_tallies',
        'receivables',
      ]),
    )
  })

  it('hashes each request differently and with full length', async () => {
    for (const table of ['payments', 'credit_applications']) {
      const { rows } = await owner.query(
        `select count(*)::int as n, count(distinct request_hash)::int as hashes, count(distinct request_id)::int as ids,
           min(length(request_hash)) as shortest from ${table} where account_id = $1`,
        [seeded.accountId],
      )
      expect(rows[0]).toEqual({ n: rows[0].n, hashes: rows[0].n, ids: rows[0].n, shortest: 32 })
    }
  })

  it('has a valid chain, balances and counters, also after further bookings', async () => {
    const check = () =>
      seeded.run(async (ctx) => [
        ...(await verifyLedger(ctx)).differences,
        ...(await verifyInvoiceCounters(ctx)),
        ...(await verifyPaymentCounters(ctx)),
      ])
    expect(await check()).toEqual([])
    const invoice = await seeded.run((ctx) => anOpenInvoice(ctx, { amount: '75.00' }))
    expect(invoice.number).toBe(`INV-${1001 + SIZE.invoices}`)
    await seeded.run((ctx) =>
      recordPayment(ctx, {
        customer: invoice.customer.pk,
        type: 'check',
        total: '50.00',
        received_on: '2026-11-20',
        reference: '',
        request_id: 'afterwards',
        invoices: [{ invoice: invoice.id, amount: '50.00' }],
      }),
    )
    expect(await check()).toEqual([])
  })

  it('contains every kind of event of an invoice', () => {
    const kinds = new Map<string, number>()
    const shares: number[] = []
    for (const { events } of planHistory(OPTIONS).byDay)
      for (const one of events) {
        kinds.set(one.kind, (kinds.get(one.kind) ?? 0) + 1)
        if (one.kind === 'payment') shares.push(one.shares.length)
        if (one.kind === 'payment' && one.unappliedMinor > 0n) kinds.set('unapplied', 1)
        if (one.kind === 'credit' && one.totalMinor > one.applied.amountMinor) kinds.set('credit left', 1)
      }
    expect([...kinds.keys()].sort()).toEqual(
      ['credit', 'credit left', 'draft', 'invoice', 'payment', 'unapplied', 'void', 'write_off'].sort(),
    )
    expect(Math.max(...shares)).toBeGreaterThan(2)
  })

  it('is the same for the same seed and different for another', () => {
    const facts = (options: PlanOptions) =>
      JSON.stringify([...planHistory(options).byDay], (_, value) =>
        typeof value === 'bigint' ? `${value}n` : value,
      )
    expect(facts(OPTIONS)).toBe(facts(OPTIONS))
    expect(facts({ ...OPTIONS, seed: 7 })).not.toBe(facts(OPTIONS))
  })

  it('is written completely or not at all', async () => {
    const tenant = await test.tenant()
    await tenant.run((ctx) => anOpenInvoice(ctx, { number: 'INV-1200' }))
    const given = { ...SIZE, accountId: tenant.accountId }
    await expect(seedAccount(test.app, test.ownerConfig, given, () => {})).rejects.toThrow(/invoices_number/)
    for (const [table, left] of [
      ['invoices', 1],
      ['ledger_entries', 1],
      ['payments', 0],
      ['ledger_postings', 2],
      ['invoice_lines', 1],
    ] as const) {
      const { rows } = await owner.query(`select count(*)::int as n from ${table} where account_id = $1`, [
        tenant.accountId,
      ])
      expect({ table, n: rows[0].n }).toEqual({ table, n: left })
    }
  })
})
