import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../domain/dates/durations.ts'
import { checkReplica } from '../../server/main/doctor/check-replica.ts'
import type { Ctx } from '../../server/platform/context.ts'
import { inAccount, unitOfWork } from '../../server/platform/context.ts'
import { prepareReplicaRead } from '../../server/platform/prepare-replica-read.ts'
import { exportCustomersEntries } from '../../server/rooms/audit-log/testing.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { type ReplicatedProduct, type ServedProduct, startReplicatedProduct } from './replicated-product.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const SYSTEM = { kind: 'system', job: 'test' } as const
/** Entries of an export in four parts. */
const ENTRIES = 3_500

let product: ReplicatedProduct
let test: ServedProduct
let company: HttpCompany

beforeAll(async () => {
  product = await startReplicatedProduct()
  test = await product.serve({ env: { DATABASE_READ_LAG_MS: '2000' } })
  company = await anHttpCompany(test, 'lagging-supplies')
})
afterEach(async () => {
  await product.servers.replica.query('select pg_wal_replay_resume()')
  await test.untilUsed(true)
})
afterAll(() => product?.close())

const pause = () => product.servers.replica.query('select pg_wal_replay_pause()')

async function search(text: string): Promise<string[]> {
  const path = `/api/accounts/${company.accountId}/search/?q=${text}`
  const answer = await callApi<{ results: { title: string }[] }>(test.server, {
    method: 'GET',
    path,
    token: company.token,
  })
  expect(answer.status).toBe(200)
  return answer.body.results.map(({ title }) => title)
}

/** Adds a customer as the company's owner does. */
async function addCustomer(short_name: string): Promise<void> {
  const path = `/api/accounts/${company.accountId}/customers/`
  const call = { method: 'POST', path, token: company.token, body: { short_name } } as const
  expect((await callApi(test.server, call)).status).toBe(201)
}

/** Makes the account's writes old enough for the lag alone to decide. */
const passMinutes = () => test.clock.advance(2 * MINUTE_MS)

/** Reads as a route with `mayReadReplica` does. */
const read = <T>(work: (ctx: Ctx) => Promise<T>) =>
  test.app.replica!.read(() => company.run(prepareReplicaRead), work)

const doctor = async () => {
  const findings = await checkReplica(test.app.config, product.database.appConfig, product.replica)
  return findings.map(({ level, what }) => `${level} ${what}`).join('\n')
}

it('answers from the replica while it follows', async () => {
  await test.untilUsed(true)
  await addCustomer('Followed')
  await product.catchUp()
  expect(await test.outcomesOf(async () => expect(await search('followed')).toEqual(['Followed']))).toEqual({
    replica: 1,
  })
  expect(await doctor()).toMatch(/^ok replica: it follows the primary, less than \d+ s behind$/)
})

it('shows an account what it has just written, although the replica lacks it', async () => {
  await addCustomer('Long known')
  await product.catchUp()
  await pause()
  await addCustomer('Brand new')
  const outcomes = await test.outcomesOf(async () => expect(await search('brand')).toEqual(['Brand new']))
  expect(outcomes).not.toHaveProperty('replica')
})

it('lets other accounts read a replica that is behind within the bound', async () => {
  const patient = await product.serve({
    env: { DATABASE_READ_LAG_MS: '600000', SECRET: test.app.config.secret },
  })
  await patient.untilUsed(true)
  passMinutes()
  patient.clock.set(new Date(test.clock.wallNow() + HOUR_MS).toISOString())
  await pause()
  await product.change('create table unrelated (id int)')
  const ask = patient.app.replica!.read(
    () => inAccount(patient.app, CALLER, SYSTEM, company.accountId, prepareReplicaRead),
    async (ctx) =>
      (await sql<{ found: boolean }>`select to_regclass('unrelated') is not null as found`.execute(ctx.db))
        .rows,
  )
  expect(await ask).toEqual({ value: [{ found: false }] })
  await product.change('drop table unrelated')
})

it('falls back after the bound, logs that once, and returns on resume', async () => {
  passMinutes()
  const before = test.messages.length
  await pause()
  await product.change('create table written_meanwhile (id int)')
  await test.untilUsed(false)
  expect(await test.outcomesOf(() => search('followed'))).toEqual({ primary_unused: 1 })
  expect(await doctor()).toBe('problem replica: it is more than 2 s behind the primary')
  await product.servers.replica.query('select pg_wal_replay_resume()')
  await test.untilUsed(true)
  await product.change('drop table written_meanwhile')
  await product.catchUp()
  expect(await test.outcomesOf(() => search('followed'))).toEqual({ replica: 1 })
  const said = test.messages.slice(before).filter((message) => message.startsWith('the replica'))
  expect(said).toEqual([
    expect.stringMatching(
      /^the replica is not used: it is \d+ s behind the primary, and up to 2 s are allowed\. Reports, exports and searches read from the primary\.$/,
    ),
    'the replica is used again',
  ])
})

it('stays in use while the primary is idle', async () => {
  await product.catchUp()
  const [row] = await product.servers.replica.query(
    `select pg_sleep(4), extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as old`,
  )
  expect(Number(row!.old)).toBeGreaterThan(2)
  expect(await test.outcomesOf(() => search('followed'))).toEqual({ replica: 1 })
})

describe('a failure on the replica', () => {
  it('that conflicts with the replay is repeated on the primary', async () => {
    passMinutes()
    await product.change('create table emptied as select generate_series(1, 5000) as id')
    const emptyTable = async () => {
      await product.change('delete from emptied')
      await product.change('vacuum emptied')
    }
    await product.catchUp()
    const conflicting = read(async (ctx) => {
      await sql`set local statement_timeout = '60s'`.execute(ctx.db)
      const slow = sql`select count(*) from pg_class, pg_sleep(30)`.execute(ctx.db)
      await Promise.all([slow, emptyTable()])
    })
    const before = test.messages.length
    expect(await conflicting).toBeNull()
    expect(test.messages.slice(before)).toContain('a read failed on the replica, and the primary answers it')
    await product.change('drop table emptied')
  })

  it('that exceeds its time is repeated on the primary', async () => {
    const outcomes = await test.outcomesOf(async () => {
      const answered = await read(async (ctx) => {
        await sql`set local statement_timeout = '50ms'`.execute(ctx.db)
        await sql`select pg_sleep(30)`.execute(ctx.db)
      })
      expect(answered).toBeNull()
    })
    expect(outcomes).toEqual({ primary_failed: 1 })
  })

  it('is an attempt to write, which the replica refuses', async () => {
    const answered = await read((ctx) => aCustomer(ctx, { shortName: 'Written there', email: '' }))
    expect(answered).toBeNull()
  })

  it('of a lost connection is repeated on the primary', async () => {
    const answered = await read(async (ctx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(ctx.db)
      await product.servers.replica.query(`select pg_terminate_backend(${rows[0]!.pid})`)
      await sql`select 1`.execute(ctx.db)
    })
    expect(answered).toBeNull()
  })
})

it('reads from the primary while the replica lacks a migration', async () => {
  const patient = await product.serve({ env: { DATABASE_READ_LAG_MS: '600000' } })
  await patient.untilUsed(true)
  await pause()
  await product.change(
    "insert into schema_migrations (name, sha256) values ('9999-later.sql', 'x'); alter table customers add later int",
  )
  await patient.untilUsed(false)
  expect(patient.messages.filter((one) => one.startsWith('the replica')).at(-1)).toContain(
    'its tables have another version than the primary’s',
  )
  expect(await doctor()).toContain('its tables have another version')
  await product.servers.replica.query('select pg_wal_replay_resume()')
  await patient.untilUsed(true)
  await product.change(
    "delete from schema_migrations where name = '9999-later.sql'; alter table customers drop later",
  )
})

it('completes an export whose replica is stopped in the middle', async () => {
  await company.run(async (ctx) => {
    await sql`insert into audit_entries (account_id, id, at, actor_kind, actor_label, action, object_type, request_id)
      select ${ctx.accountId}, gen_random_uuid(), now() - n * interval '1 second', 'system', 'test', 'customers.create', 'customer', 'test'
      from generate_series(1, ${sql.lit(ENTRIES)}) n`.execute(ctx.db)
  })
  await product.catchUp()
  const exported = async (replica: typeof test.app.replica, between: () => Promise<void>) => {
    const uow = unitOfWork(test.app, CALLER, SYSTEM, company.accountId, replica)
    const parts: string[] = []
    for await (const part of await exportCustomersEntries(uow)) {
      parts.push(Buffer.from(part).toString())
      if (parts.length === 2) await between()
    }
    return parts
  }
  const whole = await exported(null, async () => {})
  expect(whole).toHaveLength(4)
  await product.catchUp()
  let interrupted: string[] = []
  const outcomes = await test.outcomesOf(async () => {
    interrupted = await exported(test.app.replica, () => product.servers.replica.kill())
  })
  expect(interrupted.join('')).toBe(whole.join(''))
  expect(outcomes.replica).toBeGreaterThan(0)
  expect((outcomes.primary_failed ?? 0) + (outcomes.primary_unused ?? 0)).toBeGreaterThan(0)
  await test.untilUsed(false)
  expect(await doctor()).toContain('it does not answer')
  expect(await test.outcomesOf(() => search('followed'))).toEqual({ primary_unused: 1 })
  await product.servers.replica.start()
  await test.untilUsed(true)
})
