import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount, inTransaction, openStepsOf, stepsOf } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp, type Tenant, type TestApp } from '../../platform/testing/test-app.ts'
import { auditLogTicks } from '../../rooms/audit-log/index.ts'
import { openSession } from '../../rooms/identity/index.ts'
import { readSharedReport } from '../../rooms/reports/index.ts'
import { aReportLink } from '../../rooms/reports/testing.ts'
import { seedAccount } from '../history/seed-account.ts'
import { tidyTables } from '../history/tidy-tables.ts'
import { createProcessors } from '../processors.ts'
import { SCHEDULES } from '../schedules.ts'
import { type Explained, explainStatements } from './explain-statement.ts'
import { HOT_QUERIES } from './hot-queries.ts'
import { type Recorder, recordStatements, type Statement } from './record-statements.ts'
import { agreeToAutoPayments, pathOf, type Samples, sampleCompany } from './sample-company.ts'

const COMPANIES = 4
const INVOICES = 3000
/** Some hundred agreements, and what is open of each. */
const MOST_ROWS_A_TICK = 4000
const CALLER = { requestId: 'plans', ip: null }

/** Tables that stay small whatever a company does: to read them whole is the quickest way. */
const SMALL = new Set([
  'accounts',
  // What the last minute left: the schedule seals it.
  'audit_unsealed',
  'companies',
  'memberships',
  'users',
  'portal_preferences',
  'portal_users',
  'portal_user_customers',
  'number_sequences',
  'payment_counts',
  'stored_methods',
  'auto_payment_consents',
  'sessions',
  'customer_groups',
  'refunds',
  'mail_messages',
  'demo_clock',
])

let test: TestApp
let connection: pg.ClientConfig
let recorder: Recorder
let samples: Samples
let sampled: Tenant
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
  samples = await sampleCompany(owner, sampled.accountId)
  await agreeToAutoPayments(owner, samples.accountId)
  sessions = await openSessions(tenants[1]!, owner)
  // As by the worker, minutes after so much was written.
  for (const tick of auditLogTicks)
    for (const tenant of tenants) await tick.run(tenant.steps({ kind: 'system', job: tick.name }))
  await owner.end()
  await tidyTables(test.ownerConfig)
  connection = { ...test.ownerConfig, options: '-c role=quittance_app' }
  recorder = await recordStatements(test.app, connection)
}, 240_000)
afterAll(async () => {
  await recorder.close()
  await test.close()
})

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

async function expectFewRows(statements: readonly Statement[], mostRows: number): Promise<Explained[]> {
  const explained = await explainStatements(connection, samples.accountId, statements)
  const scans = explained.flatMap((one) =>
    one.scanned.filter((table) => !SMALL.has(table)).map((table) => `${table}:\n${one.text}`),
  )
  expect(scans).toEqual([])
  const rows = explained.reduce((sum, one) => sum + one.rows, 0)
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
    const statements = await recorder.ask(pathOf(query, samples), token, host)
    const explained = await expectFewRows(statements, query.mostRows)
    expect(explained.some((one) => one.indexes.length > 0)).toBe(true)
  })
})

describe('the shared report', () => {
  it('R-005 no table is scanned, and few rows are looked at', async () => {
    const { accountId, owner } = sampled
    const { url } = await inAccount(test.app, CALLER, owner, accountId, (ctx) => aReportLink(ctx))
    const token = new URL(url!).searchParams.get('token')!
    const statements = await recorder.watch((app) =>
      readSharedReport(openStepsOf(app, CALLER, { kind: 'anonymous' }, null), {
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
      run(stepsOf(app, CALLER, { kind: 'system', job: name }, samples.accountId)),
    )
    await expectFewRows(await work, MOST_ROWS_A_TICK)
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
