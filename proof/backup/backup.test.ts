import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '../../server/main/backup/manifest.ts'
import { goLive, type RestoreOptions, restoreBackup } from '../../server/main/backup/restore-backup.ts'
import { takeBackup } from '../../server/main/backup/take-backup.ts'
import { createServer } from '../../server/main/create-server.ts'
import { chooseMailTransport } from '../../server/main/mail-transport.ts'
import { migrateDatabase } from '../../server/main/migrate-database.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { startWorker } from '../../server/main/start-worker.ts'
import { inAccount } from '../../server/platform/context.ts'
import { createApp, type OpenApp } from '../../server/platform/create-app.ts'
import { readMigrations } from '../../server/platform/db/migrate.ts'
import { verifyCreditMemoCounters } from '../../server/rooms/credit-memos/index.ts'
import { verifyInvoiceCounters } from '../../server/rooms/invoices/index.ts'
import { verifyLedger } from '../../server/rooms/ledger/index.ts'
import { verifyPaymentCounters } from '../../server/rooms/payments/index.ts'
import { cardForm } from '../../server/rooms/payments/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { watchedLog } from '../../testing/logs/watched-log.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'

const KEY = 'a-key-for-backups-of-thirty-two-or-more'
const CALLER = { requestId: 'test', ip: null }
const SYSTEM = { kind: 'system', job: 'test' } as const

let test: TestServer
let companies: HttpCompany[]
let mail: MailServer
let folder: string
const opened: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  test = await createTestServer()
  companies = [await anHttpCompany(test, 'harbor-lights'), await anHttpCompany(test, 'quiet-river')]
  mail = await startMailServer()
  folder = await mkdtemp(join(tmpdir(), 'quittance-backup-'))
})
afterAll(async () => {
  for (const close of opened.reverse()) await close()
  await mail?.close()
  await test?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  opened.push(() => database.drop())
  return database
}

const optionsFor = (from: string, more: Partial<RestoreOptions> = {}): RestoreOptions => ({
  folder: from,
  key: undefined,
  secrets: [test.app.config.secret],
  replace: false,
  otherSecret: false,
  goLive: false,
  ...more,
})

async function ask<Row extends pg.QueryResultRow>(database: TestDatabase, text: string): Promise<Row[]> {
  const client = new pg.Client(database.ownerConfig)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** People who pay, in parts and at once, until they are stopped. */
function startLoad(): { stop(): Promise<number> } {
  let going = true
  const person = async (company: HttpCompany): Promise<number> => {
    let paid = 0
    while (going) {
      const { invoiceId, session } = await company.linked('100.00')
      for (const amount of ['40.00', '60.00']) {
        const path = `${invoiceId}/payment-options/sandbox-card/`
        expect((await company.payer('POST', path, session, cardForm(amount))).status).toBe(200)
        // So far apart that no counter of calls slows them down, whoever else is paying in the same moment.
        test.clock.advance(75_000)
        await sleep(20)
        paid += 1
      }
    }
    return paid
  }
  const people = [0, 1, 2, 3].map((index) => person(companies[index % companies.length]!))
  return {
    async stop() {
      going = false
      return (await Promise.all(people)).reduce((sum, paid) => sum + paid, 0)
    },
  }
}

/** All that a schema says, in words that don't depend on the order in which it was made. */
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

/** A product on a copy: what it would send goes to a real mail server. */
async function openCopy(database: TestDatabase): Promise<OpenApp> {
  const config = { ...test.app.config, smtpUrl: mail.url }
  const copy = await createApp({
    config,
    connection: database.appConfig,
    clock: test.clock,
    maintain: true,
    log: watchedLog(),
    mail: (db) => chooseMailTransport(config, db),
    processors: createProcessors,
  })
  opened.push(() => copy.close())
  return copy
}

type Ask = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>

/** Tables that don't hold as much as was written, and what doesn't hold of the books. */
async function missingFrom(ask: Ask, { tables }: Manifest): Promise<string[]> {
  const missing: string[] = []
  for (const { schema, name, rows } of tables) {
    const [counted] = await ask<{ rows: number }>(`select count(*)::int as rows from ${schema}."${name}"`)
    if (counted!.rows !== rows) missing.push(`${name} has ${counted!.rows} rows instead of ${rows}`)
  }
  return [...missing, ...(await breachesOf(ask, INVARIANTS))]
}

const expectWhole = async (database: TestDatabase, manifest: Manifest): Promise<void> =>
  expect(await missingFrom((text) => ask(database, text), manifest)).toEqual([])

async function until(what: () => Promise<boolean> | boolean, forMs: number): Promise<boolean> {
  for (const end = performance.now() + forMs; performance.now() < end; ) {
    if (await what()) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

describe('the drill', () => {
  let copied: TestDatabase
  let manifest: Manifest

  it('takes a backup while people pay, and restores it elsewhere whole', async () => {
    const original: TestDatabase = { ownerConfig: test.ownerConfig } as TestDatabase
    const load = startLoad()
    const begun = () => ask(original, 'select 1 from payments offset 9')
    expect(await until(async () => (await begun()).length > 0, 30_000)).toBe(true)
    const at = join(folder, 'under-load')
    manifest = await takeBackup(test.ownerConfig, { folder: at, key: KEY, secret: test.app.config.secret })
    const paid = await load.stop()
    const payments = manifest.tables.find(({ name }) => name === 'payments')!.rows
    // It was taken in the midst of it.
    expect(payments).toBeGreaterThan(0)
    expect(payments).toBeLessThan(paid)
    const raw = await readFile(join(at, 'public.users.copy.gz.enc'))
    expect(raw.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]))
    copied = await emptyDatabase()
    const options = optionsFor(at, { key: KEY })
    await restoreBackup(copied.ownerConfig, options)
    await expectWhole(copied, manifest)
    expect(await ask(copied, SCHEMA)).toEqual(await ask(original, SCHEMA))
  })

  it.each([
    [
      'a table comes without its last row',
      'delete from customers where id in (select id from customers limit 1)',
      /^customers has/,
    ],
    [
      'tables are of two moments',
      'delete from payment_allocations where payment_id in (select id from payments limit 1)',
      /^an invoice’s remaining amount is its charged amount /,
    ],
    [
      'an amount is another',
      'update ledger_postings set amount_minor = amount_minor + 1 where amount_minor > 0',
      /^every ledger entry sums to zero /,
    ],
    [
      'a table is open to every tenant',
      'alter table payments disable row level security',
      /^security payments /,
    ],
    ['an index is gone', 'drop index invoices_total', /^index CREATE INDEX invoices_total /],
  ])('made wrong on purpose is noticed: %s', async (_, mistake, noticed) => {
    const client = new pg.Client(copied.ownerConfig)
    await client.connect()
    const askIt: Ask = async <Row extends pg.QueryResultRow>(text: string) =>
      (await client.query<Row>(text)).rows
    const schema = async () => (await askIt<{ line: string }>(SCHEMA)).map(({ line }) => line)
    try {
      const before = await schema()
      await client.query('begin; set local session_replication_role = replica')
      await client.query(mistake)
      const after = await schema()
      const lost = before.filter((line) => !after.includes(line))
      const found = [...(await missingFrom(askIt, manifest)), ...lost]
      expect(found.filter((one) => noticed.test(one))).not.toEqual([])
    } finally {
      await client.end()
    }
  })

  it('the ledger of the copy verifies, its tenants are apart, and its sessions are over', async () => {
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
    const [alive] = await ask<{ alive: number }>(
      copied,
      'select count(*)::int as alive from sessions where revoked_at is null',
    )
    expect(alive!.alive).toBe(0)
  })

  it('the copy sends and charges nothing until it is released, and then what waited', async () => {
    const before = await ask(copied, 'select * from sandbox_charges order by ref')
    const [queued] = await ask<{ receipts: number }>(
      copied,
      `select count(*)::int as receipts from pgboss.job where name = 'payments.send-receipt' and state = 'created'`,
    )
    const { app } = await openCopy(copied)
    const server = await createServer(app, { pages: false })
    opened.push(() => server.close())
    const company = await anHttpCompany({ ...test, app, server }, 'new-on-the-copy')
    const endWork = await startWorker(app)
    opened.push(async () => endWork())
    const pay = async () => {
      const { session, invoiceId } = await company.linked()
      return company.payer('POST', `${invoiceId}/payment-options/sandbox-card/`, session, cardForm('1.00'))
    }
    const path = `/api/accounts/${company.accountId}/`
    const showAccount = async () =>
      (await callApi(server, { method: 'GET', path, token: company.token })).body
    // Its payers are told what is true, not that a processor can't be reached.
    expect(await pay()).toMatchObject({ status: 503, body: { code: 'payments_paused' } })
    expect((await showAccount()).outbound_held).toBe(true)
    test.clock.advance(600_000)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(mail.received).toEqual([])
    expect(await ask(copied, 'select * from sandbox_charges order by ref')).toEqual(before)
    const scraped = await app.scrape()
    expect(scraped.text).toContain('quittance_outbound_held 1')
    expect(await goLive(copied.ownerConfig)).toBe(true)
    expect(await goLive(copied.ownerConfig)).toBe(false)
    expect(queued!.receipts).toBeGreaterThan(0)
    expect(await until(() => mail.received.length >= queued!.receipts, 20_000)).toBe(true)
    expect((await pay()).status).toBe(200)
    expect((await showAccount()).outbound_held).toBe(false)
  })
})

describe('what a restore refuses, before anything is changed', () => {
  let plain: string
  let manifest: Manifest
  let target: TestDatabase

  beforeAll(async () => {
    plain = join(folder, 'plain')
    manifest = await takeBackup(test.ownerConfig, {
      folder: plain,
      key: undefined,
      secret: test.app.config.secret,
    })
    target = await emptyDatabase()
    const client = new pg.Client(target.ownerConfig)
    await client.connect()
    await client.query(
      `insert into users (id, email, created_at) values (gen_random_uuid(), 'a@b.test', now())`,
    )
    await client.end()
  })
  const untouched = async () =>
    expect(await ask(target, 'select email from users')).toEqual([{ email: 'a@b.test' }])
  const restore = (more: Partial<RestoreOptions> = {}, from = plain) =>
    restoreBackup(target.ownerConfig, optionsFor(from, more))

  it('a database that holds data, or is in use', async () => {
    await expect(restore()).rejects.toThrow('say --replace')
    const other = new pg.Client(target.ownerConfig)
    await other.connect()
    await expect(restore({ replace: true })).rejects.toThrow('in use by 1 connection')
    await other.end()
    await untouched()
  })

  it('another SECRET, unless it is said', async () => {
    const secrets = ['another-secret-of-more-than-32-characters']
    await expect(restore({ secrets, replace: true })).rejects.toThrow('SECRET is not the one')
    await untouched()
  })

  it('a damaged file, a damaged manifest, a folder without one', async () => {
    const broken = join(folder, 'broken')
    await takeBackup(test.ownerConfig, { folder: broken, key: undefined, secret: test.app.config.secret })
    await appendFile(join(broken, 'public.payments.copy.gz'), 'x')
    await expect(restore({ replace: true }, broken)).rejects.toThrow('public.payments.copy.gz is damaged')
    const text = await readFile(join(broken, 'manifest.json'), 'utf8')
    await writeFile(join(broken, 'manifest.json'), text.replace(/"rows": \d+/, '"rows": 7'))
    await expect(restore({ replace: true }, broken)).rejects.toThrow('was changed or damaged')
    await rm(join(broken, 'manifest.json'))
    await expect(restore({ replace: true }, broken)).rejects.toThrow('holds no backup')
    await untouched()
  })

  it('a wrong key, and none', async () => {
    const locked = join(folder, 'locked')
    await takeBackup(test.ownerConfig, { folder: locked, key: KEY, secret: test.app.config.secret })
    await expect(restore({ replace: true }, locked)).rejects.toThrow('Give its key in BACKUP_KEY')
    const wrong = restore({ replace: true, key: `${KEY}!` }, locked)
    await expect(wrong).rejects.toThrow('BACKUP_KEY is not the key of this backup')
    await untouched()
  })

  it('a backup goes into an empty folder only', async () => {
    const again = takeBackup(test.ownerConfig, {
      folder: plain,
      key: undefined,
      secret: test.app.config.secret,
    })
    await expect(again).rejects.toThrow('is not empty')
  })

  it('--replace puts the backup in the place of what was there, --go-live without holding it', async () => {
    await restore({ replace: true, goLive: true })
    await expectWhole(target, manifest)
    expect(await ask(target, 'select 1 from outbound_hold')).toEqual([])
  })

  it('a backup of an older version is brought to this one', async () => {
    const source = await emptyDatabase()
    const names = readMigrations().map(({ name }) => name)
    const old = names.filter((name) => name < '0150')
    const client = new pg.Client(source.ownerConfig)
    await client.connect()
    await client.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
    await client.end()
    await migrateDatabase(source.ownerConfig, { only: old })
    const at = join(folder, 'old')
    await takeBackup(source.ownerConfig, { folder: at, key: undefined, secret: test.app.config.secret })
    await restore({ replace: true }, at)
    const known = await ask<{ name: string }>(
      target,
      `select name from schema_migrations where name not like 'jobs %'`,
    )
    expect(known.map(({ name }) => name).sort()).toEqual(names)
    expect(await ask(target, 'select 1 as held from outbound_hold')).toEqual([{ held: 1 }])
  })

  it('a restore that was not finished: the product does not start on it, and restoring again mends it', async () => {
    const client = new pg.Client(target.ownerConfig)
    await client.connect()
    await client.query('create table restore_under_way ()')
    await client.end()
    await expect(migrateDatabase(target.ownerConfig)).rejects.toThrow(
      'was not finished. Run the restore again.',
    )
    await restore({ replace: true })
    await migrateDatabase(target.ownerConfig)
    await expectWhole(target, manifest)
  })

  it('a role that row-level security binds takes no backup', async () => {
    const blind = takeBackup(
      { ...target.ownerConfig, ...target.appConfig },
      {
        folder: join(folder, 'blind'),
        key: undefined,
        secret: test.app.config.secret,
      },
    )
    await expect(blind).rejects.toThrow('is bound by row-level security')
  })
})
