import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../domain/dates/durations.ts'
import { seedAccount } from '../../seed/history/seed-account.ts'
import { vacuumTables } from '../../seed/history/vacuum-tables.ts'
import { checkInvariants } from '../../server/main/invariants/check-invariants.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { SCHEDULES } from '../../server/main/schedules.ts'
import { hashPassword } from '../../server/platform/auth/password-hashing.ts'
import { inAccount, tenantlessUnitOfWork, unitOfWork } from '../../server/platform/context.ts'
import { leaseDueWork } from '../../server/platform/due-work/lease.ts'
import { newId } from '../../server/platform/ids.ts'
import { auditLogSchedules } from '../../server/rooms/audit-log/index.ts'
import { anUnsubscribeToken } from '../../server/rooms/email-addresses/testing.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD } from '../../server/rooms/identity/testing.ts'
import { checkBeforeSending, runRehearsal } from '../../server/rooms/reminders/testing.ts'
import { readSharedReport } from '../../server/rooms/reports/index.ts'
import { aReportLink, followLedger } from '../../server/rooms/reports/testing.ts'
import { setUpTestApp, type Tenant } from '../../testing/test-app.ts'
import { type Explained, explainStatements } from './explain-statement.ts'
import { growTables } from './grow-tables.ts'
import { HOT_QUERIES, type HotQuery } from './hot-queries.ts'
import { findSentMail, readReportOfServer, type SentMail } from './read-report.ts'
import { type Recorder, recordStatements, type Statement } from './record-statements.ts'
import { agreeToAutoPayments, groupCustomers, pathOf, type Samples, sampleCompany } from './sample-company.ts'
import { chargeCustomers } from './sample-late-fees.ts'
import { remindCustomers } from './sample-reminders.ts'
import { RARE, SMALL } from './unplanned-tables.ts'
import { type Reply, WRITES } from './writes.ts'

const COMPANIES = 4
const INVOICES = 3000
/** Some hundred automatic payment consents and their open invoices. */
const MAX_ROWS_A_SCHEDULE = 4000
/**
 * Four slices of 500 ledger entries, invoices and payments each, with some customers, days and due dates. In a company this small
 * the planner reads whole indexes, 33,000 to 70,000 rows a slice; one scan inside a loop of 500 would read millions.
 */
const MAX_ROWS_OF_SLICES = 800_000
/** A rehearsal of sixty customers, whose invoices are read with those of their months. */
const MAX_ROWS_A_REHEARSAL = 20_000
const CALLER = { requestId: 'plans', ip: null }

const test = setUpTestApp({ processors: createProcessors, env: { BOUNCE_DOMAIN: 'bounces.test' } })
let connection: pg.ClientConfig
let recorder: Recorder
let samples: Samples
let sampled: Tenant
let sentMail: SentMail
let unsubscribeToken: string
/** Below this many rows PostgreSQL may prefer a sequential scan. */
const FEW_ROWS = 200
const few = new Set<string>()
/** Tables that a recorded query read by an index. */
const indexed = new Set<string>()
let sessions: Record<'staff' | 'customer', { token: string; host: string; account?: string }>

beforeAll(async () => {
  const tenants: Tenant[] = []
  for (let at = 0; at < COMPANIES; at++) {
    const tenant = await test.tenant()
    const history = {
      accountId: tenant.accountId,
      invoices: INVOICES,
      customers: 700,
      days: 900,
      seed: at + 1,
    }
    await seedAccount(test.app, test.ownerConfig, history, () => {})
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
  await groupCustomers(owner, sampled.accountId)
  await remindCustomers(owner, sampled)
  await chargeCustomers(owner, sampled)
  // Without statistics the planner reads whole tables in the work that follows.
  await vacuumTables(test.ownerConfig)
  samples = await sampleCompany(owner, sampled.accountId)
  sentMail = await findSentMail(owner, sampled.accountId)
  unsubscribeToken = await sampled.run((ctx) => anUnsubscribeToken(ctx, sentMail.to))
  sessions = await openSessions(tenants[1]!, owner)
  // The worker's schedules, minutes after the writes.
  for (const schedule of auditLogSchedules)
    for (const tenant of tenants) await schedule.run(tenant.uow({ kind: 'system', job: schedule.name }))
  const books = sampled.uow({ kind: 'system', job: 'ledger.check-invariants' })
  do await checkInvariants(books)
  while (!(await owner.query('select from invariant_looks where rested_at is not null')).rowCount)
  for (const tenant of tenants) await followLedger(tenant.uow({ kind: 'system', job: 'plans' }))
  await owner.end()
  await vacuumTables(test.ownerConfig)
  for (const name of await tablesWithFewRows()) few.add(name)
  connection = { ...test.ownerConfig, options: '-c role=quittance_app' }
  recorder = await recordStatements(test.app, connection)
})
afterAll(async () => {
  await recorder.close()
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
    (await test.transact((ctx) => openSession(ctx, holder))).token
  return {
    staff: {
      token: await open({ audience: 'staff', userId: tenant.owner.userId }),
      host: 'localhost',
      account: accountId,
    },
    customer: {
      token: await open({ audience: 'portal', portalUserId, accountId, customerId }),
      host: `test-${accountId.slice(-12)}.localhost`,
    },
  }
}

/** Sequentially scanned tables, each with its plan. */
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
  for (const table of explained.flatMap((one) => one.lookedUp)) indexed.add(table)
  for (const table of explained.flatMap((one) => one.scanned)) if (few.has(table)) indexed.add(table)
  const rows = rowsIn(explained)
  const costly = explained.toSorted((a, b) => b.rows - a.rows)[0]
  expect(
    rows,
    `${rows} rows, most of them by\n${costly?.statement.text}\n${costly?.text}`,
  ).toBeLessThanOrEqual(mostRows)
  return explained
}

describe('a hot query', () => {
  it.each(HOT_QUERIES)('$what scans no table and reads few rows', async (query) => {
    const { statements } = await recorder.ask({ path: pathOf(query, samples), ...sessions[query.as] })
    const explained = await expectFewRows(statements, query.mostRows)
    expect(explained.some((one) => one.indexes.length > 0)).toBe(true)
  })
})

describe('the check fails for', () => {
  const hot = (what: string) => HOT_QUERIES.find((query) => query.what === what)!
  const captureStatements = async (query: HotQuery): Promise<Statement[]> => {
    const request = { path: pathOf(query, samples), ...sessions[query.as] }
    return (await recorder.ask(request)).statements
  }
  /** Drops every index of a table except the unique ones. */
  const withoutIndexesOf = (table: string): string =>
    `do $$ declare gone record; begin
       for gone in select indexrelid::regclass as name from pg_index where indrelid = '${table}'::regclass and not indisunique
       loop execute 'drop index ' || gone.name; end loop;
     end $$`

  it.each([
    ['list of payments', 'payments'],
    ['invoices of a customer', 'invoices'],
    ['audit log', 'audit_entries'],
    ['events of a type that never happened', 'audit_entries'],
  ])('%s without the indexes of %s', async (what, table) => {
    const query = hot(what)
    const statements = await captureStatements(query)
    const changed = await explainStatements(
      test.ownerConfig,
      samples.accountId,
      statements,
      withoutIndexesOf(table),
    )
    expect(scansIn(changed).length > 0 || rowsIn(changed) > query.mostRows).toBe(true)
    // The transaction was rolled back, so the plan is the former one.
    await expectFewRows(statements, query.mostRows)
  })

  it('a planner that uses no index', async () => {
    const statements = await captureStatements(hot('one invoice'))
    const off =
      'set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_bitmapscan = off'
    expect(
      scansIn(await explainStatements(test.ownerConfig, samples.accountId, statements, off)),
    ).not.toEqual([])
  })

  it('a page that reads the whole list', async () => {
    const query = hot('list of payments')
    const whole = (await captureStatements(query)).map(({ text, values }) => ({
      text: text.replace(/\blimit (\$\d+|\d+)/gi, 'limit 2000'),
      values,
    }))
    expect(rowsIn(await explainStatements(connection, samples.accountId, whole))).toBeGreaterThan(
      query.mostRows,
    )
  })
})

describe('a write', () => {
  const replies: Record<string, Reply> = {}
  it.each(WRITES.map((write) => ({ what: write[0], write })))(
    '$what scans no table and reads few rows',
    async ({ write }) => {
      const [name, as, to, bodyOf, method = 'POST'] = write
      const { email } = sampled.owner
      const context = { samples, email, staffToken: sessions.staff.token, unsubscribeToken, replies }
      const path = typeof to === 'string' ? to : to(context)
      const visitors = { visitor: { host: sessions.customer.host }, stranger: { host: 'localhost' } }
      const caller = { ...sessions, ...visitors }[as]
      const request = {
        method,
        path: pathOf({ path }, samples),
        body: bodyOf(context),
        ...caller,
      } as const
      const { statements, body } = await recorder.ask(request)
      replies[name] = body
      await expectFewRows(statements, 1500)
    },
  )
})

describe('mail', () => {
  it('that is about to leave is checked by few rows', async () => {
    const { accountId } = samples
    const work = recorder.watch((app) =>
      inAccount(app, CALLER, { kind: 'system', job: 'plans' }, accountId, (ctx) =>
        checkBeforeSending(ctx, sentMail.id),
      ),
    )
    await expectFewRows(await work, 300)
  })

  it('that bounces is found by the report of its server, with its customers', async () => {
    const work = recorder.watch((app) => readReportOfServer(app, samples.accountId, sentMail))
    await expectFewRows(await work, 500)
  })
})

describe('a rehearsal', () => {
  const path = '/api/accounts/:account/reminder-flows/:flow/rehearsal/'
  const ask = (end: string, method: 'GET' | 'POST' = 'GET', body?: object) =>
    recorder.ask({ method, path: pathOf({ path }, samples) + end, ...(body && { body }), ...sessions.staff })

  it('is started, played and read without a scan', async () => {
    await expectFewRows((await ask('', 'POST', { period: 'future' })).statements, 1500)
    const rehearsal = await sampled.run((ctx) =>
      ctx.db.selectFrom('reminder_rehearsals').select('id').executeTakeFirstOrThrow(),
    )
    const played = recorder.watch((app) =>
      runRehearsal(
        unitOfWork(app, CALLER, { kind: 'system', job: 'plans' }, samples.accountId),
        rehearsal.id,
      ),
    )
    await expectFewRows(await played, MAX_ROWS_A_REHEARSAL)
    const list = await ask('messages/?page=1')
    const { statements, body } = list as typeof list & { body: { results: { pk: string }[] } }
    await expectFewRows([...statements, ...(await ask('')).statements], 2500)
    await expectFewRows((await ask(`messages/${body.results[0]!.pk}/`)).statements, 300)
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
    // The audit entry is already written.
    const again = statements.filter(({ text }) => !/^\s*insert\b/i.test(text))
    await expectFewRows(again, MAX_ROWS_A_SCHEDULE)
  })
})

describe('a schedule with nothing due', () => {
  it.each(SCHEDULES)('$name scans no table and reads few rows', async ({ name, run }) => {
    const work = recorder.watch((app) =>
      run(unitOfWork(app, CALLER, { kind: 'system', job: name }, samples.accountId)),
    )
    await expectFewRows(await work, MAX_ROWS_A_SCHEDULE)
  })
})

describe('a worker', () => {
  it('finds what is due among all accounts without a scan', async () => {
    const work = recorder.watch((app) => leaseDueWork(app, CALLER, SCHEDULES))
    await expectFewRows(await work, MAX_ROWS_A_SCHEDULE)
  })
})

describe('a slice of the invariant check', () => {
  it('scans no table and reads only its own rows', async () => {
    test.clock.advance(HOUR_MS)
    const work = recorder.watch((app) =>
      checkInvariants(unitOfWork(app, CALLER, { kind: 'system', job: 'x' }, samples.accountId)),
    )
    await expectFewRows(await work, MAX_ROWS_OF_SLICES)
  })
})

describe('the functions that search the trigram indexes', () => {
  it('read only matching rows, whichever account used the connection before', async () => {
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
      // Often enough that PostgreSQL switches to a generic plan.
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

describe('every growing table', () => {
  it('is read by a recorded query', async () => {
    const owner = new pg.Client(test.ownerConfig)
    await owner.connect()
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    await owner.end()
    const names = rows.map(({ name }) => name)
    expect(names.filter((name) => !indexed.has(name) && !SMALL.has(name) && !RARE.has(name))).toEqual([])
  })
})
