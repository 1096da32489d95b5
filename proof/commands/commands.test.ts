import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../../server/platform/audit.ts'
import { createApp } from '../../server/platform/create-app.ts'
import { auditLogSchedules } from '../../server/rooms/audit-log/index.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { aSecondFactor, aUser } from '../../server/rooms/identity/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { addressOf, ownEnvironment, programOf } from '../../testing/product-process.ts'
import { createTestApp, type Tenant, type TestApp } from '../../testing/test-app.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SECRET = randomBytes(32).toString('hex')
const LOOKING = [
  ['verify-ledger'],
  ['verify-audit'],
  ['export-journal', '--journal'],
  ['end-second-factor', '--email', 'ada@example.com'],
  ['backup', '--to', 'a-backup'],
  ['restore', '--go-live'],
  ['account'],
]

let folder: string
const opened: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-commands-'))
  opened.push(() => rm(folder, { recursive: true, force: true }))
})
afterAll(async () => {
  for (const close of opened.reverse()) await close()
})

async function aDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  opened.push(() => database.drop())
  return database
}

async function ask(database: TestDatabase | TestApp, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(database.ownerConfig)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function launch(program: readonly string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, program, {
    cwd: folder,
    env: { ...ownEnvironment(), SECRET, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

const run = ([name, ...args]: string[], environment: Record<string, string>): Promise<Said> =>
  saidBy(launch(programOf(name!, ...args), environment))

async function saidBy(child: ChildProcess): Promise<Said> {
  const [out, err, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number]>,
  ])
  return { code, out, err }
}

const on = (database: TestDatabase | TestApp, ...command: string[]): Promise<Said> =>
  run(command, { DATABASE_URL: addressOf(database.ownerConfig) })

describe('where there is no database', () => {
  it.each(LOOKING)('%s says so and makes none', async (...command) => {
    const nowhere = join(folder, `none-${command[0]}`)
    // Without a secret given, one would be made beside the data.
    const said = await run(command, { DATA_DIR: nowhere, SECRET: '' })
    expect(said).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(`There is no database in ${nowhere}.`),
    })
    expect(existsSync(nowhere)).toBe(false)
  })

  it('an address alone makes no secret in a folder that nobody named', async () => {
    const nowhere = join(folder, 'addressed')
    const address = { DATA_DIR: nowhere, SECRET: '', DATABASE_OWNER_URL: 'postgres://me@127.0.0.1:9/books' }
    expect(await run(['verify-ledger'], address)).toMatchObject({ code: 1, out: '' })
    expect(await run(['backup', '--to', join(folder, 'unsealed')], address)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`SECRET is not set, and there is no file 'secret' in ${nowhere}.`),
    })
    expect(existsSync(nowhere)).toBe(false)
  })

  it('an address where nobody answers is named by its setting, without its password', async () => {
    const said = await run(['verify-ledger'], { DATABASE_URL: 'postgres://me:s3cret@127.0.0.1:9/books' })
    expect(said.code).toBe(1)
    expect(said.err).toContain("The database of DATABASE_URL can't be reached: ")
    expect(said.err).not.toContain('s3cret')
    const garbage = await run(['migrate'], { DATABASE_URL: 'garbage' })
    expect(garbage).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL has to look like') })
  })

  it.each(LOOKING)('%s prepares no empty one', async (...command) => {
    const empty = await aDatabase()
    await ask(empty, 'drop schema public cascade; drop schema pgboss cascade; create schema public')
    const said = await on(empty, ...command)
    expect(said).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('holds nothing of Quittance'),
    })
    expect(await ask(empty, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  })
})

describe('a database of another version', () => {
  const applied = (database: TestDatabase) => ask(database, 'select * from schema_migrations order by name')
  const reading = LOOKING.slice(0, 3)

  it.each(reading)('%s leaves an earlier one as it is', async (...command) => {
    const database = await aDatabase()
    await ask(
      database,
      `delete from schema_migrations where name = (select max(name) from schema_migrations where name like '%.sql')`,
    )
    const before = await applied(database)
    const said = await on(database, ...command)
    expect(said).toMatchObject({ code: 1, err: expect.stringMatching(/earlier version .*npm run migrate/) })
    expect(await applied(database)).toEqual(before)
  })

  it.each(reading)('%s does not misread a later one', async (...command) => {
    const database = await aDatabase()
    await ask(database, `insert into schema_migrations (name, sha256) values ('9999-later.sql', '')`)
    const said = await on(database, ...command)
    expect(said).toMatchObject({ code: 1, err: expect.stringContaining('later version') })
  })

  it('a backup of an earlier one is taken', async () => {
    const database = await aDatabase()
    await ask(database, `delete from schema_migrations where name like '%.sql' and name > '0150'`)
    expect(await on(database, 'backup', '--to', join(folder, 'earlier'))).toMatchObject({ code: 0, err: '' })
    expect(await readdir(join(folder, 'earlier'))).toContain('manifest.json')
  })
})

it.each([
  ['verify-ledger', '--quickly'],
  ['verify-audit', '--kept', '12:abc'],
  ['migrate', '--force'],
  ['export-journal', '--jornal'],
  ['export-journal'],
  ['seed-history', '--invoices', '-5'],
  ['seed-history', '--invoices', '5', '--account', 'a', '--accounts', '2'],
  ['end-second-factor'],
  ['end-second-factor', '--email'],
  ['end-second-factor', 'ada@example.com'],
  ['backup', 'here'],
  ['restore', '--replace'],
  ['proof/crashes/random-kills.ts', '--kills', 'some'],
  ['proof/simulation/simulate.ts', '--runs', '0'],
  ['bench/run.ts', 'nonsense'],
])('%s %s %s is answered with a sentence and the usage', async (name, ...args) => {
  const given = args.filter((arg) => arg !== undefined)
  const program = name.endsWith('.ts') ? [join(root, name), ...given] : programOf(name, ...given)
  const said = await saidBy(launch(program, { DATA_DIR: join(folder, 'never') }))
  expect(said).toMatchObject({ code: 2, out: '' })
  expect(said.err).toMatch(/^[^\n]+\.\n\nUsage: npm run /)
})

describe('the account that is meant', () => {
  let test: TestApp
  let first: Tenant
  beforeAll(async () => {
    test = await createTestApp()
    opened.push(() => test.close())
    first = await test.tenant({ name: 'Harbor Lights' })
  })
  const journal = (...args: string[]) => on(test, 'export-journal', '--journal', ...args)
  const subDomainOf = async ({ accountId }: Tenant): Promise<string> =>
    (await ask(test, `select sub_domain from portal_preferences where account_id = '${accountId}'`))[0]!
      .sub_domain

  it('is the only one there is', async () => {
    expect(await journal()).toMatchObject({ code: 0, out: expect.stringContaining('Harbor Lights'), err: '' })
  })

  it('is named by its pk or its subdomain; what is unknown is answered with those there are', async () => {
    const second = await test.tenant({ name: 'Quiet River' })
    const lines = [
      `  ${first.accountId}  Harbor Lights  ${await subDomainOf(first)}`,
      `  ${second.accountId}  Quiet River  ${await subDomainOf(second)}`,
    ].join('\n')
    const byPk = await journal('--account', second.accountId)
    expect(byPk).toMatchObject({ code: 0, out: expect.stringContaining('Quiet River') })
    expect(await journal('--account', await subDomainOf(second))).toEqual(byPk)
    expect(await journal()).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(`by its pk or its subdomain. There are:\n${lines}\n`),
    })
    const unknown = '01977777-0000-7000-8000-000000000000'
    for (const account of [unknown, 'nonsense']) {
      const sentence = `There is no account ${account}. There are:\n${lines}\n`
      const exported = await journal('--account', account)
      expect(exported).toEqual({ code: 1, out: '', err: `The export failed. ${sentence}` })
      const seeded = await on(test, 'seed-history', '--invoices', '5', '--account', account)
      expect(seeded).toEqual({ code: 1, out: '', err: `The seeding failed. ${sentence}` })
    }
  })
})

it('verify-audit names the end of a chain, and says which entry was changed', async () => {
  const test = await createTestApp()
  opened.push(() => test.close())
  const tenant = await test.tenant()
  for (const number of ['PAY-1', 'PAY-2'])
    await tenant.run((ctx) => audit(ctx, 'payments.post', { type: 'payment', id: null }, { number }))
  for (const tick of auditLogSchedules) await tick.run(tenant.uow())
  const here = `account ${tenant.accountId}: `
  const whole = await on(test, 'verify-audit')
  const end = String.raw`last seal (2:[0-9a-f]{64}), 0 not sealed yet\n1 chain walked, 0 problems\n$`
  expect(whole).toMatchObject({ code: 0, out: expect.stringMatching(here + end), err: '' })
  const kept = new RegExp(end).exec(whole.out)![1]!
  expect(await on(test, 'verify-audit', '--account', tenant.accountId, '--kept', kept)).toEqual(whole)
  const other = await on(test, 'verify-audit', '--account', tenant.accountId, '--kept', `2:${'0'.repeat(64)}`)
  expect(other).toMatchObject({
    code: 1,
    out: expect.stringContaining('seal 2 is not the one that was kept'),
  })
  await ask(
    test,
    `set session_replication_role = 'replica';
     update audit_entries set actor_label = 'somebody else' where detail ->> 'number' = 'PAY-1'`,
  )
  const changed = await on(test, 'verify-audit')
  expect(changed).toMatchObject({ code: 1, out: expect.stringContaining(`${here}seal `) })
  expect(changed.out).toContain('1 chain walked, 1 problem\n')
})

it('an account’s subscription and flags are shown, set, and taken back', async () => {
  const test = await createTestApp()
  opened.push(() => test.close())
  await test.tenant({ name: 'Harbor Lights' })
  const account = (...args: string[]) => on(test, 'account', ...args)
  expect((await account()).out).toBe(
    [
      'Harbor Lights: active',
      '  dashboard-v3 on',
      '  local-invoices on',
      '  choose-account-type on',
      ...['social-login', 'legacy-portal', 'paytrace', 'paypal'].map((flag) => `  ${flag} off`),
      ...['MAX_INVOICES', 'MAX_ADMIN_USERS', 'MAX_SUB_ACCOUNTS'].map((quota) => `  ${quota} none`),
      '',
    ].join('\n'),
  )
  const changed = await account(
    ...['--subscription', 'past_due', '--flag', 'paypal=on', '--flag', 'dashboard-v3=off'],
  )
  expect(changed.out).toContain('Harbor Lights: past_due, so only its settings can be reached')
  expect(changed.out).toContain('dashboard-v3 off')
  expect(changed.out).toContain('paypal on')
  const trial = await account('--subscription', 'trialing', '--flag', 'paypal=default')
  expect(trial.out).toMatch(/^Harbor Lights: trialing until \d{4}-\d\d-\d\dT[\d:.]+Z\n/)
  expect(trial.out).toContain('paypal off')
  const capped = await account('--quota', 'MAX_INVOICES=500', '--quota', 'MAX_SUB_ACCOUNTS=0')
  expect(capped.out).toMatch(/ {2}MAX_INVOICES 500\n {2}MAX_ADMIN_USERS none\n {2}MAX_SUB_ACCOUNTS 0\n$/)
  expect((await account('--quota', 'MAX_INVOICES=none')).out).toContain('MAX_INVOICES none')
  const wrong = await account('--quota', 'MAX_INVOICES=some')
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("not 'MAX_INVOICES=some'") })
})

describe('who lost phone and recovery codes', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
    opened.push(() => test.close())
  })
  const end = (email: string) => on(test, 'end-second-factor', '--email', email)

  it('is let in by the password alone again by whoever runs the server, told by mail, and it is written down', async () => {
    const { accountId, run } = await test.tenant()
    const email = 'ada@people.test'
    await run(async (ctx) => {
      const user = await aUser(ctx, { email, homeAccountId: accountId })
      await aSecondFactor(ctx, user.id, 'confirmed')
      await openSession(ctx, { audience: 'staff', userId: user.id })
    })
    expect(await end(' Ada@People.test')).toEqual({
      code: 0,
      out: expect.stringMatching(/^ada@people\.test logs in by the password alone/),
      err: '',
    })
    const [person] = await ask(
      test,
      `select second_factor_secret, second_factor_confirmed_at, (select count(*)::int from recovery_codes) as codes,
        (select count(*)::int from sessions where user_id = u.id and revoked_at is null) as sessions
        from users u where email = '${email}'`,
    )
    expect(person).toEqual({
      second_factor_secret: null,
      second_factor_confirmed_at: null,
      codes: 0,
      sessions: 0,
    })
    const mails = await ask(
      test,
      `select subject, text_body from mail_messages where to_address = '${email}'`,
    )
    expect(mails).toEqual([
      {
        subject: 'Two-step login was turned off',
        text_body: expect.stringContaining('Whoever runs this server did this.'),
      },
    ])
    const audited = await ask(
      test,
      `select account_id from audit_entries where action like '%second-factor%'`,
    )
    expect(audited).toEqual([{ account_id: accountId }])
  })

  it('nothing changes for who has none, or is nobody', async () => {
    const { accountId, run } = await test.tenant()
    await run(async (ctx) => {
      const user = await aUser(ctx, { email: 'bob@people.test', homeAccountId: accountId })
      await aSecondFactor(ctx, user.id, 'begun')
    })
    const refused = (err: string) => ({ code: 1, out: '', err: `Nothing was changed. ${err}\n` })
    expect(await end('bob@people.test')).toEqual(refused('bob@people.test has no second factor set up.'))
    expect(await end('eve@people.test')).toEqual(
      refused('Nobody logs in to the business app with eve@people.test.'),
    )
  })
})

it('what can not be put together leaves no connection open', async () => {
  const database = await aDatabase()
  const test = await createTestApp()
  opened.push(() => test.close())
  const failing = createApp({
    config: test.app.config,
    // One that nobody closes stays for good.
    connection: { ...database.appConfig, idleTimeoutMillis: 0 } as pg.PoolConfig,
    maintain: false,
    mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
    processors: () => {
      throw new Error('no such processor')
    },
  })
  await expect(failing).rejects.toThrow('no such processor')
  const others = `select 1 from pg_stat_activity where datname = '${database.ownerConfig.database}'`
  while ((await ask(test, others)).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
})

it('a start tells of settings that are missing in production, and of a restored copy that is held', async (context) => {
  const database = await aDatabase()
  // A server that asks for passwords lets this role in only with one.
  if (database.appConfig.user !== 'quittance_app') return context.skip()
  await ask(database, 'insert into outbound_hold (held_at, taken_at) values (now(), now())')
  const worker = launch(programOf('worker'), {
    NODE_ENV: 'production',
    DATABASE_URL: addressOf(database.appConfig),
    DATABASE_OWNER_URL: addressOf(database.ownerConfig),
  })
  opened.push(async () => worker.kill('SIGKILL'))
  let said = ''
  for await (const piece of worker.stdout!) {
    said += piece
    if (said.includes('works off jobs')) worker.kill('SIGTERM')
  }
  expect(said).toContain('Warning: SMTP_URL is not set')
  expect(said).toContain('Warning: APP_ORIGIN is http://localhost:3000')
  expect(said).not.toContain('DATABASE_URL')
  expect(said).toContain('This is a restored copy: it neither sends nor charges')
})
