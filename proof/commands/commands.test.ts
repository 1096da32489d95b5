import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../server/platform/create-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { addressOf, programOf } from '../../testing/product-process.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { launch, query, run, runOn, waitForResult } from './run-command.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Commands that need an existing database. */
const COMMANDS = [
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

async function createDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  opened.push(() => database.drop())
  return database
}

describe('without a database', () => {
  it.each(COMMANDS)('%s reports that and creates none', async (...command) => {
    const nowhere = join(folder, `none-${command[0]}`)
    // Without a SECRET, a start would create one beside the data.
    const result = await run(folder, command, { DATA_DIR: nowhere, SECRET: '' })
    expect(result).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(`There is no database in ${nowhere}.`),
    })
    expect(existsSync(nowhere)).toBe(false)
  })

  it('a database address alone creates no secret in the default folder', async () => {
    const nowhere = join(folder, 'addressed')
    const settings = { DATA_DIR: nowhere, SECRET: '', DATABASE_OWNER_URL: 'postgres://me@127.0.0.1:9/books' }
    expect(await run(folder, ['verify-ledger'], settings)).toMatchObject({ code: 1, out: '' })
    expect(await run(folder, ['backup', '--to', join(folder, 'unsealed')], settings)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`SECRET is not set, and there is no file 'secret' in ${nowhere}.`),
    })
    expect(existsSync(nowhere)).toBe(false)
  })

  it('an unreachable database is reported by the name of its setting, without its password', async () => {
    const result = await run(folder, ['verify-ledger'], {
      DATABASE_URL: 'postgres://me:s3cret@127.0.0.1:9/books',
    })
    expect(result.code).toBe(1)
    expect(result.err).toContain("The database of DATABASE_URL can't be reached: ")
    expect(result.err).not.toContain('s3cret')
    const garbage = await run(folder, ['migrate'], { DATABASE_URL: 'garbage' })
    expect(garbage).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL has to look like') })
  })

  it.each(COMMANDS)('%s does not prepare an empty database', async (...command) => {
    const empty = await createDatabase()
    await query(empty, 'drop schema public cascade; drop schema pgboss cascade; create schema public')
    const result = await runOn(folder, empty, ...command)
    expect(result).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('holds nothing of Quittance'),
    })
    expect(await query(empty, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual(
      [],
    )
  })
})

it('doctor reports an empty database among its findings, goes on, and prepares nothing', async () => {
  const empty = await createDatabase()
  await query(empty, 'drop schema public cascade; drop schema pgboss cascade; create schema public')
  const result = await runOn(folder, empty, 'doctor')
  expect(result).toMatchObject({
    code: 1,
    out: expect.stringContaining('holds nothing of Quittance'),
    err: '',
  })
  expect(result.out).toMatch(/^PROBLEM .*\n.*Check DATABASE_URL.*disk: .*\n1 problem\.\n$/ms)
  expect(await query(empty, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
})

describe('a database of another version', () => {
  const applied = (database: TestDatabase) => query(database, 'select * from schema_migrations order by name')
  const reading = COMMANDS.slice(0, 3)

  it.each(reading)('%s refuses an earlier version and leaves it unchanged', async (...command) => {
    const database = await createDatabase()
    await query(
      database,
      `delete from schema_migrations where name = (select max(name) from schema_migrations where name like '%.sql')`,
    )
    const before = await applied(database)
    const result = await runOn(folder, database, ...command)
    expect(result).toMatchObject({ code: 1, err: expect.stringMatching(/earlier version .*npm run migrate/) })
    expect(await applied(database)).toEqual(before)
  })

  it.each(reading)('%s refuses a later version', async (...command) => {
    const database = await createDatabase()
    await query(database, `insert into schema_migrations (name, sha256) values ('9999-later.sql', '')`)
    const result = await runOn(folder, database, ...command)
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining('later version') })
  })

  it('backup accepts an earlier version', async () => {
    const database = await createDatabase()
    await query(database, `delete from schema_migrations where name like '%.sql' and name > '0150'`)
    expect(await runOn(folder, database, 'backup', '--to', join(folder, 'earlier'))).toMatchObject({
      code: 0,
      err: '',
    })
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
])('%s %s %s prints an error and the usage', async (name, ...args) => {
  const options = args.filter((arg) => arg !== undefined)
  const program = name.endsWith('.ts') ? [join(root, name), ...options] : programOf(name, ...options)
  const result = await waitForResult(launch(folder, program, { DATA_DIR: join(folder, 'never') }))
  expect(result).toMatchObject({ code: 2, out: '' })
  expect(result.err).toMatch(/^[^\n]+\.\n\nUsage: npm run /)
})

it('a failed start leaves no connection open', async () => {
  const database = await createDatabase()
  const test = await createTestApp()
  opened.push(() => test.close())
  const failing = createApp({
    config: test.app.config,
    // Idle connections never time out, so a leaked one stays.
    connection: { ...database.appConfig, idleTimeoutMillis: 0 } as pg.PoolConfig,
    maintain: false,
    mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
    processors: () => {
      throw new Error('no such processor')
    },
  })
  await expect(failing).rejects.toThrow('no such processor')
  const others = `select 1 from pg_stat_activity where datname = '${database.ownerConfig.database}'`
  while ((await query(test, others)).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
})

it('a start warns about missing production settings and about a restored copy with outbound paused', async (context) => {
  const database = await createDatabase()
  // A database server that requires passwords refuses this role without one.
  if (database.appConfig.user !== 'quittance_app') return context.skip()
  await query(database, 'insert into outbound_hold (held_at, taken_at) values (now(), now())')
  const worker = launch(folder, programOf('worker'), {
    NODE_ENV: 'production',
    DATABASE_URL: addressOf(database.appConfig),
    DATABASE_OWNER_URL: addressOf(database.ownerConfig),
  })
  opened.push(async () => worker.kill('SIGKILL'))
  let output = ''
  for await (const piece of worker.stdout!) {
    output += piece
    if (output.includes('works off jobs')) worker.kill('SIGTERM')
  }
  expect(output).toContain('Warning: SMTP_URL is not set')
  expect(output).toContain('Warning: APP_ORIGIN is http://localhost:3000')
  expect(output).not.toContain('DATABASE_URL')
  expect(output).toContain('This is a restored copy: it neither sends nor charges')
})
