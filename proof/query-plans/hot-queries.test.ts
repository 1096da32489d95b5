import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedAccount } from '../../seed/history/seed-account.ts'
import { tidyTables } from '../../seed/history/tidy-tables.ts'
import { checkInvariants } from '../../server/main/invariants/check-invariants.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { SCHEDULES } from '../../server/main/schedules.ts'
import { hashPassword } from '../../server/platform/auth/password-hashing.ts'
import { inAccount, inTransaction, tenantlessUnitOfWork, unitOfWork } from '../../server/platform/context.ts'
import { newId } from '../../server/platform/ids.ts'
import { auditLogSchedules } from '../../server/rooms/audit-log/index.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD } from '../../server/rooms/identity/testing.ts'
import { cardForm } from '../../server/rooms/payments/testing.ts'
import { readSharedReport } from '../../server/rooms/reports/index.ts'
import { aReportLink } from '../../server/rooms/reports/testing.ts'
import { createTestApp, type Tenant, type TestApp } from '../../testing/test-app.ts'
import { type Explained, explainStatements } from './explain-statement.ts'
import { growTables } from './grow-tables.ts'
import { HOT_QUERIES, type HotQuery } from './hot-queries.ts'
import { type Recorder, recordStatements, type Statement } from './record-statements.ts'
import { agreeToAutoPayments, pathOf, type Samples, sampleCompany } from './sample-company.ts'

const COMPANIES = 4
const INVOICES = 3000
/** Some hundred agreements, and what is open of each. */
const MOST_ROWS_A_TICK = 4000
const OURS = '/api/accounts/:account/'
/**
 * Of 2,000 entries, and of as many invoices and payments: what they came to, and what else their days and customers have.
 * By the order in which the planner joins them that is 140,000 to 180,000; one of them times another would be millions.
 */
const MOST_ROWS_A_PIECE = 400_000
const CALLER = { requestId: 'plans', ip: null }

/** Tables that stay small however many companies and years there are: to read them whole is the quickest way. */
const SMALL = new Set([
  // What the last minute left: the schedule seals it.
  'audit_unsealed',
  // One row.
  'demo_clock',
  'outbound_hold',
  // One row a migration.
  'schema_migrations',
])

/** Tables whose rows nobody asks for many times a day, or only where there is a demo. */
const RARE = new Set([
  // Of the demo, and of the built-in processor: another one keeps its own books.
  'demo_mailbox',
  'sandbox_charges',
  'sandbox_events',
  'sandbox_methods',
  'sandbox_refunds',
  'sandbox_replies',
  // By their primary key: a lost phone, an unknown address, a login at a provider, a new address of the portal.
  'decoy_logins',
  'recovery_codes',
  'portal_recovery_codes',
  'released_sub_domains',
  'spent_authorizations',
  // By their primary key: a download, a day's comparison with a processor. Former revisions are only kept.
  'stored_files',
  'payment_reconciliations',
  'invoice_revisions',
])

let test: TestApp
let connection: pg.ClientConfig
let recorder: Recorder
let samples: Samples
let sampled: Tenant
/** Tables with so few rows here that PostgreSQL may read them from end to end. */
const FEW_ROWS = 200
const few = new Set<string>()
/** Tables that some query found its rows in by an index. */
const asked = new Set<string>()
let sessions: Record<'staff' | 'customer', { token: string; host: string }>

beforeAll(async () => {
  test = await createTestApp({ processors: createProcessors })
  const tenants: Tenant[] = []
  for (let at = 0; at < COMPANIES; at++) {
    const tenant = await test.tenant()
    const wish = {
      accountId: tenant.accountId,
      invoices: INVOICES,
      customers: 700,
      days: 900,
      seed: at + 1,
    }
    await seedAccount(test.app, test.ownerConfig, wish, () => {})
    tenants.push(tenant)
  }
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  sampled = tenants[1]!
  await agreeToAutoPayments(owner, sampled.accountId)
  await owner.query('update users set password_hash = $2 where id = $1', [
    sampled.owner.userId,
    await hashPassword(A_PASSWORD),
  ])
  await growTables(owner, sampled.accountId)
  samples = await sampleCompany(owner, sampled.accountId)
  sessions = await openSessions(tenants[1]!, owner)
  // As by the worker, minutes after so much was written.
  for (const tick of auditLogSchedules)
    for (const tenant of tenants) await tick.run(tenant.uow({ kind: 'system', job: tick.name }))
  const books = sampled.uow({ kind: 'system', job: 'ledger.check-invariants' })
  do await checkInvariants(books)
  while (!(await owner.query('select from invariant_looks where rested_at is not null')).rowCount)
  await owner.end()
  await tidyTables(test.ownerConfig)
  for (const name of await tablesWithFewRows()) few.add(name)
  connection = { ...test.ownerConfig, options: '-c role=quittance_app' }
  recorder = await recordStatements(test.app, connection)
}, 240_000)
afterAll(async () => {
  await recorder.close()
  await test.close()
})

async function tablesWithFewRows(): Promise<string[]> {
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < $1`,
    [FEW_ROWS],
  )
  await owner.end()
  return rows.map(({ name }) => name)
}

async function openSessions(tenant: Tenant, owner: pg.Client): Promise<typeof sessions> {
  const { accountId } = tenant
  const customerId = samples.values.customer!
  const portalUserId = newId(test.clock.wallNow())
  await owner.query(
    `insert into portal_users (account_id, id, email, accepted_at, created_at) values ($1, $2, 'p@payer.test', now(), now())`,
    [accountId, portalUserId],
  )
  await owner.query(
    'insert into portal_user_customers (account_id, portal_user_id, customer_id, created_at) values ($1, $2, $3, now())',
    [accountId, portalUserId, customerId],
  )
  const open = async (holder: Parameters<typeof openSession>[1]) =>
    (await inTransaction(test.app, CALLER, { kind: 'anonymous' }, (ctx) => openSession(ctx, holder))).token
  return {
    staff: { token: await open({ audience: 'staff', userId: tenant.owner.userId }), host: 'localhost' },
    customer: {
      token: await open({ audience: 'portal', portalUserId, accountId, customerId }),
      host: `test-${accountId.slice(-12)}.localhost`,
    },
  }
}

/** Tables that are read from end to end, each with the plan. */
const scansIn = (explained: readonly Explained[]): string[] =>
  explained.flatMap((one) =>
    one.scanned
      .filter((table) => !SMALL.has(table) && !few.has(table))
      .map((table) => `${table}:\n${one.text}`),
  )
const rowsIn = (explained: readonly Explained[]): number => explained.reduce((sum, one) => sum + one.rows, 0)

async function expectFewRows(statements: readonly Statement[], mostRows: number): Promise<Explained[]> {
  const explained = await explainStatements(connection, samples.accountId, statements)
  expect(scansIn(explained)).toEqual([])
  for (const table of explained.flatMap((one) => one.lookedUp)) asked.add(table)
  for (const table of explained.flatMap((one) => one.scanned)) if (few.has(table)) asked.add(table)
  const rows = rowsIn(explained)
  const costly = explained.toSorted((a, b) => b.rows - a.rows)[0]
  expect(
    rows,
    `${rows} rows, most of them by\n${costly?.statement.text}\n${costly?.text}`,
  ).toBeLessThanOrEqual(mostRows)
  return explained
}

describe('hot queries', () => {
  it.each(HOT_QUERIES)('$what: no table is scanned, and few rows are looked at', async (query) => {
    const { token, host } = sessions[query.as]
    const { statements } = await recorder.ask({ path: pathOf(query, samples), token, host })
    const explained = await expectFewRows(statements, query.mostRows)
    expect(explained.some((one) => one.indexes.length > 0)).toBe(true)
  })
})

describe('made wrong on purpose is noticed', () => {
  const hot = (what: string) => HOT_QUERIES.find((query) => query.what === what)!
  const statementsOf = async (query: HotQuery): Promise<Statement[]> => {
    const asked = { path: pathOf(query, samples), ...sessions[query.as] }
    return (await recorder.ask(asked)).statements
  }
  /** As if somebody had dropped every index of a table but those that keep a key. */
  const withoutIndexesOf = (table: string): string =>
    `do $$ declare gone record; begin
       for gone in select indexrelid::regclass as name from pg_index where indrelid = '${table}'::regclass and not indisunique
       loop execute 'drop index ' || gone.name; end loop;
     end $$`

  it.each([
    ['list of payments', 'payments'],
    ['invoices of a customer', 'invoices'],
    ['audit log', 'audit_entries'],
  ])('%s without the indexes of %s', async (what, table) => {
    const query = hot(what)
    const statements = await statementsOf(query)
    const spoilt = await explainStatements(
      test.ownerConfig,
      samples.accountId,
      statements,
      withoutIndexesOf(table),
    )
    expect(scansIn(spoilt).length > 0 || rowsIn(spoilt) > query.mostRows).toBe(true)
    // It was given back, and is planned as before.
    await expectFewRows(statements, query.mostRows)
  })

  it('a planner that uses no index', async () => {
    const statements = await statementsOf(hot('one invoice'))
    const off =
      'set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_bitmapscan = off'
    expect(
      scansIn(await explainStatements(test.ownerConfig, samples.accountId, statements, off)),
    ).not.toEqual([])
  })

  it('a page that reads the whole list', async () => {
    const query = hot('list of payments')
    const whole = (await statementsOf(query)).map(({ text, values }) => ({
      text: text.replace(/\blimit (\$\d+|\d+)/gi, 'limit 2000'),
      values,
    }))
    expect(rowsIn(await explainStatements(connection, samples.accountId, whole))).toBeGreaterThan(
      query.mostRows,
    )
  })
})

type Reply = Record<string, unknown>
type Act = readonly [
  what: string,
  as: 'staff' | 'customer' | 'visitor' | 'stranger',
  path: string | ((said: Said) => string),
  body: (said: Said) => object,
]
/** What was answered to the acts before, by their names. */
type Said = Readonly<Record<string, Reply>>

const inLink = (reply: Reply | undefined, parameter: string): string => {
  const { searchParams, hash } = new URL(String(reply?.url))
  return searchParams.get(parameter) ?? new URLSearchParams(hash.slice(1)).get(parameter)!
}

/** Each asks first whether it was done before, by an index of a table that grows with every customer and year. */
const ACTS: readonly Act[] = [
  [
    'logging in',
    'stranger',
    '/api/profile/login/',
    () => ({ email: sampled.owner.email, password: A_PASSWORD }),
  ],
  ['a refresh', 'staff', '/api/profile/token-refresh/', () => ({ token: sessions.staff.token })],
  [
    'a forgotten password',
    'visitor',
    '/api/profile/forgot-password/',
    () => ({ email: sampled.owner.email }),
  ],
  ['a pay link', 'staff', `${OURS}invoices/:owed/pay-link/`, () => ({})],
  [
    'opening a pay link',
    'visitor',
    '/api/pay-link/',
    (said) => ({ token: inLink(said['a pay link'], 'token') }),
  ],
  ['a preview', 'staff', `${OURS}customers/:customer/preview/`, () => ({})],
  ['opening a preview', 'visitor', '/api/preview/', (said) => ({ code: inLink(said['a preview'], 'token') })],
  [
    'sending an invoice',
    'staff',
    `${OURS}invoices/:owed/send/`,
    () => ({ to: ['a@payer.test'], request_id: 'send-it-once' }),
  ],
  [
    'sending it again',
    'staff',
    `${OURS}invoices/:owed/send/`,
    () => ({ to: ['a@payer.test'], request_id: 'send-it-once' }),
  ],
  [
    'paying',
    'customer',
    '/api/invoices/:owed/payment-options/sandbox-card/',
    () => cardForm('1.00', { store_method: true }),
  ],
  [
    'a check that came in',
    'staff',
    `${OURS}payments/`,
    () => ({
      customer: samples.values.customer,
      type: 'check',
      total: '9.00',
      received_on: '2026-11-20',
      request_id: 'check-at-once',
      invoices: [],
    }),
  ],
  [
    'using its credit',
    'staff',
    (said) => `${OURS}payments/${said['a check that came in']!.id}/use-credit/`,
    () => ({ request_id: 'use-it-once', invoices: [{ invoice: samples.values.owed, amount: '2.00' }] }),
  ],
  [
    'using it again',
    'staff',
    (said) => `${OURS}payments/${said['a check that came in']!.id}/use-credit/`,
    () => ({ request_id: 'use-it-once', invoices: [{ invoice: samples.values.owed, amount: '2.00' }] }),
  ],
  [
    'a refund',
    'staff',
    (said) => `${OURS}payments/${said.paying!.id}/refund/`,
    () => ({ total: '1.00', total_currency: 'USD', request_id: 'refund-once' }),
  ],
  ['a draft', 'staff', `${OURS}invoices/:owed/duplicate/`, () => ({})],
]

describe('what people do', () => {
  const said: Record<string, Reply> = {}
  it.each(ACTS)('%s: no table is scanned, and few rows are looked at', async (what, as, to, bodyOf) => {
    const path = typeof to === 'string' ? to : to(said)
    const visitors = { visitor: { host: sessions.customer.host }, stranger: { host: 'localhost' } }
    const caller = { ...sessions, ...visitors }[as]
    const asked = { method: 'POST', path: pathOf({ path }, samples), body: bodyOf(said), ...caller } as const
    const { statements, body } = await recorder.ask(asked)
    said[what] = body
    await expectFewRows(statements, 1500)
  })
})

describe('the shared report', () => {
  it('no table is scanned, and few rows are looked at', async () => {
    const { accountId, owner } = sampled
    const { url } = await inAccount(test.app, CALLER, owner, accountId, (ctx) => aReportLink(ctx))
    const token = new URL(url!).searchParams.get('token')!
    const statements = await recorder.watch((app) =>
      readSharedReport(tenantlessUnitOfWork(app, CALLER, { kind: 'anonymous' }, null), {
        params: {},
        query: {},
        body: { token },
      }),
    )
    // The line of the audit log is written already.
    const again = statements.filter(({ text }) => !/^\s*insert\b/i.test(text))
    await expectFewRows(again, MOST_ROWS_A_TICK)
  })
})

describe('what a worker asks each minute while nothing is due', () => {
  it.each(SCHEDULES)('$name: no table is scanned, and few rows are looked at', async ({ name, run }) => {
    const work = recorder.watch((app) =>
      run(unitOfWork(app, CALLER, { kind: 'system', job: name }, samples.accountId)),
    )
    await expectFewRows(await work, MOST_ROWS_A_TICK)
  })
})

describe('a piece of a round through the books', () => {
  it('scans no table, and looks at what belongs to it', async () => {
    test.clock.advance(3_600_000)
    const work = recorder.watch((app) =>
      checkInvariants(unitOfWork(app, CALLER, { kind: 'system', job: 'x' }, samples.accountId)),
    )
    await expectFewRows(await work, MOST_ROWS_A_PIECE)
  })
})

describe('the functions that ask the trigram indexes', () => {
  it('read nothing but what matches, whoever asked before on the same connection', async () => {
    const nobody = await test.tenant()
    const client = new pg.Client(connection)
    await client.connect()
    const ask = (accountId: string, number: string) =>
      client.query(
        `select set_config('app.account_id', $1, false), array(select find_invoice_ids($2, $2, 2001)) as invoices,
          array(select find_payment_ids($2, $2, 500)) as payments, array(select find_customer_ids($2, 201)) as customers`,
        [accountId, number],
      )
    const rowsRead = async (): Promise<number> => {
      const { rows } = await client.query(
        `select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as read from pg_index
         where indrelid in ('invoices'::regclass, 'payments'::regclass, 'customers'::regclass)`,
      )
      return rows[0].read
    }
    try {
      // More often than PostgreSQL makes a new plan before it keeps one.
      for (let times = 0; times < 12; times++) await ask(nobody.accountId, `%inv-${times}00000%`)
      await client.query('begin')
      const before = await rowsRead()
      const { rows } = await ask(samples.accountId, `%${samples.values.number!.toLowerCase()}%`)
      expect(rows[0].invoices).toHaveLength(1)
      expect((await rowsRead()) - before).toBeLessThan(100)
      await client.query('rollback')
    } finally {
      await client.end()
    }
  })
})

describe('every table that grows', () => {
  it('is asked for its rows by one of them', async () => {
    const owner = new pg.Client(test.ownerConfig)
    await owner.connect()
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    await owner.end()
    const names = rows.map(({ name }) => name)
    expect(names.filter((name) => !asked.has(name) && !SMALL.has(name) && !RARE.has(name))).toEqual([])
  })
})
