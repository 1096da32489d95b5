import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '../../server/main/backup/manifest.ts'
import { goLive, restoreBackup } from '../../server/main/backup/restore-backup.ts'
import { takeBackup } from '../../server/main/backup/take-backup.ts'
import { createServer } from '../../server/main/create-server.ts'
import { chooseMailTransport } from '../../server/main/mail/mail-transport.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { schedulesAfter } from '../../server/main/schedules.ts'
import { startWorker } from '../../server/main/start-worker.ts'
import { inAccount } from '../../server/platform/context.ts'
import { createApp, type OpenApp } from '../../server/platform/create-app.ts'
import { verifyCreditMemoCounters } from '../../server/rooms/credit-memos/index.ts'
import { verifyInvoiceCounters } from '../../server/rooms/invoices/index.ts'
import { verifyLedger } from '../../server/rooms/ledger/index.ts'
import { verifyPaymentCounters } from '../../server/rooms/payments/index.ts'
import { cardForm } from '../../server/rooms/payments/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import type { TestDatabase } from '../../testing/database/test-database.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { watchedLog } from '../../testing/logs/watched-log.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import type { TestServer } from '../../testing/test-server.ts'
import {
  type BackupFixture,
  expectComplete,
  findDamage,
  KEY,
  openBackupFixture,
  queryDatabase,
  type RunQuery,
} from './backup-fixture.ts'

const CALLER = { requestId: 'test', ip: null }
const SYSTEM = { kind: 'system', job: 'test' } as const

let backup: BackupFixture
let test: TestServer
let companies: readonly HttpCompany[]
let mail: MailServer
let folder: string

beforeAll(async () => {
  backup = await openBackupFixture()
  ;({ test, companies, folder } = backup)
  mail = await startMailServer()
  backup.onClose(() => mail.close())
})
afterAll(() => backup?.close())

/** Four concurrent payers, who pay each invoice in two parts until they are stopped. */
function startLoad(): { stop(): Promise<number> } {
  let running = true
  const payTogether = async (): Promise<number> => {
    let paid = 0
    while (running) {
      const linked = await Promise.all(
        [0, 1, 2, 3].map(async (index) => {
          const company = companies[index % companies.length]!
          return { company, ...(await company.linked('100.00')) }
        }),
      )
      for (const amount of ['40.00', '60.00']) {
        const replies = linked.map(({ company, invoiceId, session }) =>
          company.payer('POST', `${invoiceId}/payment-options/sandbox-card/`, session, cardForm(amount)),
        )
        for (const { status } of await Promise.all(replies)) expect(status).toBe(200)
        // Spaced in time so that no rate limit delays the four payers; all of them at once, so that no session ends meanwhile.
        test.clock.advance(300_000)
        await sleep(20)
        paid += linked.length
      }
    }
    return paid
  }
  const paying = payTogether()
  return {
    stop() {
      running = false
      return paying
    },
  }
}

/** Describes a schema in lines that don't depend on the order of its creation. */
const SCHEMA = `
  select 'column ' || c.table_name || '.' || c.column_name || ' ' || c.data_type || ' ' || c.is_nullable || coalesce(c.column_default, '')
    || coalesce(c.generation_expression, '') as line
  from information_schema.columns c where c.table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  union all select 'policy ' || tablename || ' ' || policyname || ' ' || roles::text || coalesce(qual, '') || coalesce(with_check, '') from pg_policies
  union all select 'security ' || relname || ' ' || relrowsecurity || ' ' || relforcerowsecurity from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all select 'right ' || table_name || ' ' || privilege_type from information_schema.role_table_grants
    where grantee = 'quittance_app' and table_schema = 'public'
  order by 1`

/** Opens the product on a restored copy, with a real mail server. */
async function openCopy(database: TestDatabase): Promise<OpenApp> {
  const config = { ...test.app.config, smtpUrl: mail.url }
  const copy = await createApp({
    schedulesAfter,
    config,
    connection: database.appConfig,
    clock: test.clock,
    maintain: true,
    log: watchedLog(),
    mail: (db) => chooseMailTransport(config, db),
    processors: createProcessors,
  })
  backup.onClose(() => copy.close())
  return copy
}

async function until(isTrue: () => Promise<boolean> | boolean, forMs: number): Promise<boolean> {
  for (const end = performance.now() + forMs; performance.now() < end; ) {
    if (await isTrue()) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

describe('a backup under load', () => {
  let copied: TestDatabase
  let manifest: Manifest

  it('is taken while payments run and restores completely into another database', async () => {
    const original = { ownerConfig: test.ownerConfig }
    const load = startLoad()
    const tenthPayment = () => queryDatabase(original, 'select 1 from payments offset 9')
    expect(await until(async () => (await tenthPayment()).length > 0, 120_000)).toBe(true)
    const at = join(folder, 'under-load')
    manifest = await takeBackup(test.ownerConfig, { folder: at, key: KEY, secret: test.app.config.secret })
    const paid = await load.stop()
    const payments = manifest.tables.find(({ name }) => name === 'payments')!.rows
    // Payments were made before and after its snapshot.
    expect(payments).toBeGreaterThan(0)
    expect(payments).toBeLessThan(paid)
    const raw = await readFile(join(at, 'public.users.copy.gz.enc'))
    expect(raw.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]))
    copied = await backup.createEmptyDatabase()
    const options = backup.restoreOptions(at, { key: KEY })
    await restoreBackup(copied.ownerConfig, options)
    await expectComplete(copied, manifest)
    expect(await queryDatabase(copied, SCHEMA)).toEqual(await queryDatabase(original, SCHEMA))
  })

  it.each([
    [
      'a table lacks a row',
      'delete from customers where id in (select id from customers limit 1)',
      /^customers has/,
    ],
    [
      'tables come from two snapshots',
      'delete from payment_allocations where payment_id in (select id from payments limit 1)',
      /^an invoice’s remaining amount is its charged amount /,
    ],
    [
      'an amount differs',
      'update ledger_postings set amount_minor = amount_minor + 1 where amount_minor > 0',
      /^every ledger entry sums to zero /,
    ],
    [
      'a table lacks row-level security',
      'alter table payments disable row level security',
      /^security payments /,
    ],
    ['an index is missing', 'drop index invoices_total', /^index CREATE INDEX invoices_total /],
  ])('a damaged copy is detected: %s', async (_, damage, expected) => {
    const client = new pg.Client(copied.ownerConfig)
    await client.connect()
    const query: RunQuery = async <Row extends pg.QueryResultRow>(text: string) =>
      (await client.query<Row>(text)).rows
    const schema = async () => (await query<{ line: string }>(SCHEMA)).map(({ line }) => line)
    try {
      const before = await schema()
      await client.query('begin; set local session_replication_role = replica')
      await client.query(damage)
      const after = await schema()
      const lost = before.filter((line) => !after.includes(line))
      const found = [...(await findDamage(query, manifest)), ...lost]
      expect(found.filter((one) => expected.test(one))).not.toEqual([])
    } finally {
      await client.end()
    }
  })

  it('has a sound ledger, isolated tenants and no live session once restored', async () => {
    const { app } = await openCopy(copied)
    for (const { accountId } of companies) {
      const found = await inAccount(app, CALLER, SYSTEM, accountId, async (ctx) => [
        ...(await verifyLedger(ctx)).differences,
        ...(await verifyInvoiceCounters(ctx)),
        ...(await verifyPaymentCounters(ctx)),
        ...(await verifyCreditMemoCounters(ctx)),
      ])
      expect(found).toEqual([])
      const seen = await inAccount(app, CALLER, SYSTEM, accountId, (ctx) =>
        ctx.db.selectFrom('payments').select('account_id').distinct().execute(),
      )
      expect(seen).toEqual([{ account_id: accountId }])
    }
    expect(await app.db.selectFrom('payments').selectAll().execute()).toEqual([])
    const [alive] = await queryDatabase<{ alive: number }>(
      copied,
      'select count(*)::int as alive from sessions where revoked_at is null',
    )
    expect(alive!.alive).toBe(0)
  })

  it('sends and charges nothing on the copy until it is released, then sends the queued messages', async () => {
    const before = await queryDatabase(copied, 'select * from sandbox_charges order by ref')
    const [queued] = await queryDatabase<{ receipts: number }>(
      copied,
      `select count(*)::int as receipts from pgboss.job where name = 'payments.send-receipt' and state = 'created'`,
    )
    const { app } = await openCopy(copied)
    const server = await createServer(app, { pages: false })
    backup.onClose(() => server.close())
    const company = await anHttpCompany({ ...test, app, server }, 'new-on-the-copy')
    const endWork = await startWorker(app)
    backup.onClose(async () => endWork())
    const pay = async () => {
      const { session, invoiceId } = await company.linked()
      return company.payer('POST', `${invoiceId}/payment-options/sandbox-card/`, session, cardForm('1.00'))
    }
    const path = `/api/accounts/${company.accountId}/`
    const showAccount = async () =>
      (await callApi(server, { method: 'GET', path, token: company.token })).body
    // Payers get the actual reason, not that the processor is unreachable.
    expect(await pay()).toMatchObject({ status: 503, body: { code: 'payments_paused' } })
    expect((await showAccount()).outbound_held).toBe(true)
    test.clock.advance(600_000)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(mail.received).toEqual([])
    expect(await queryDatabase(copied, 'select * from sandbox_charges order by ref')).toEqual(before)
    const scraped = await app.scrape()
    expect(scraped.text).toContain('quittance_outbound_held 1')
    expect(await goLive(copied.ownerConfig)).toBe(true)
    expect(await goLive(copied.ownerConfig)).toBe(false)
    expect(queued!.receipts).toBeGreaterThan(0)
    expect(await until(() => mail.received.length >= queued!.receipts, 120_000)).toBe(true)
    expect((await pay()).status).toBe(200)
    expect((await showAccount()).outbound_held).toBe(false)
  })
})
