import { readdir, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import type { Database } from '../../../server/platform/db/database.ts'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '../../../server/platform/postgres/embedded.ts'
import type { Fault } from '../../../testing/faulty-server.ts'
import {
  type FaultyRefusal,
  faultyRefusals,
  listCustomers,
  refusalProblem,
} from '../../../testing/overload-refusals.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { waitUntil } from '../../../testing/wait-until.ts'
import { onTestEnd } from '../on-test-end.ts'
import {
  expectCorrectReplies,
  expectRecovery,
  findFalseReplies,
  type Load,
  RECOVERY_MS,
  recoveryProblem,
  SOON_MS,
  startFaultyLoads,
  startLoad,
} from './payment-load.ts'
import { get, openFaultyServer, type Product, postmasterOf, query, startProduct } from './running-product.ts'

/*
 * A product with a PostgreSQL of its own that is stopped, killed and frozen under load. Acknowledged payments
 * are kept, other requests get 503 with Retry-After, and the product recovers without help.
 */

/** Returns the process ids of the server and its backends. Works on Linux only. */
async function processesOf(dataDir: string): Promise<number[]> {
  const folder = await realpath(join(dataDir, '18'))
  const found: number[] = []
  for (const name of await readdir('/proc'))
    if (/^\d+$/.test(name) && (await readlink(`/proc/${name}/cwd`).catch(() => '')) === folder)
      found.push(Number(name))
  return found
}

/**
 * Deletes an acknowledged payment and expects that the check finds it. The database is of no use afterwards.
 */
async function expectLossDetected(product: Product, { paid }: Load): Promise<void> {
  const forget = `set session_replication_role = replica; delete from payments where id = '${paid[0]}'`
  await query(product.owner, forget)
  const found = await findFalseReplies(product, { paid, refused: [] })
  expect(found).toContain(`lost: ${paid[0]}`)
}

describe('when the database', () => {
  it('restarts under load, the process continues and no acknowledged payment is lost', async () => {
    const product = await startProduct()
    const load = startLoad(product)
    expect(await waitUntil(() => load.paid.length >= 5, RECOVERY_MS)).toBe(true)
    const stale = await openServerWithStaleConnection(product)
    for (let turn = 0; turn < 2; turn++) {
      await stopEmbeddedPostgres(product.dataDir)
      await startEmbeddedPostgres({ dataDir: product.dataDir })
      await expectRecovery(product, load)
    }
    expect(await recoveryProblem({ ...product, server: stale }, load, SOON_MS)).toBe('it is not ready')
    const readOnly = await openFaultyServer(product, READ_ONLY)
    const paying = startLoad({ company: product.company, server: readOnly }, 1)
    expect(await recoveryProblem({ ...product, server: readOnly }, paying, SOON_MS)).toBe('nobody can pay')
    await product.test.app.jobs.rest()
    expect(await recoveryProblem(product, load, SOON_MS)).toBe('no mail goes out')
    await paying.stop()
    await expectCorrectReplies(product, load)
    await expectLossDetected(product, load)
  })

  it('is down for a minute, the server returns 503 with Retry-After at once, stays alive and recovers', async () => {
    const product = await startProduct()
    const load = startLoad(product)
    expect(await waitUntil(() => load.paid.length >= 5, RECOVERY_MS)).toBe(true)
    await stopEmbeddedPostgres(product.dataDir)
    await sleep(500)
    load.refused.length = 0
    const began = performance.now()
    const faulty = Promise.all(
      DOWNTIME_BUGS.map(async ([, , fault]) =>
        downtimeProblem(await openFaultyServer(product, fault), product),
      ),
    )
    const problems: (string | null)[] = []
    while (performance.now() - began < MINUTE_MS) {
      problems.push(await downtimeProblem(product.server, product))
      await sleep(1_000)
    }
    for (const [at, [name, problem]] of DOWNTIME_BUGS.entries())
      expect((await faulty)[at], name).toMatch(problem)
    const slow = problems.filter(isSlow)
    expect(problems.filter((one) => one !== null && !isSlow(one))).toEqual([])
    // A shared machine is slow now and then, so a few slow refusals are allowed.
    expect(slow.length, slow.join()).toBeLessThan(problems.length / 4)
    expect(load.refused.length).toBeGreaterThan(0)
    expect(thirdQuartileMs(load.refused)).toBeLessThan(4_000)
    // The check reports a database that stays down.
    expect(await recoveryProblem(product, load, SOON_MS)).toBe('it is not ready')
    await startEmbeddedPostgres({ dataDir: product.dataDir })
    await expectRecovery(product, load)
    await expectCorrectReplies(product, load)
  })

  it('is killed, the product restarts it', async () => {
    const product = await startProduct({ restarted: true })
    const load = startLoad(product)
    const faulty = await startFaultyLoads(product)
    expect(await waitUntil(() => load.paid.length >= 5, RECOVERY_MS)).toBe(true)
    expect(await faulty.haveBegun()).toBe(true)
    process.kill(await postmasterOf(product.dataDir), 'SIGKILL')
    expect(await waitUntil(() => load.refused.length > 0, RECOVERY_MS)).toBe(true)
    await expectRecovery(product, load)
    await faulty.expectDetected()
    await expectCorrectReplies(product, load)
  })

  it.skipIf(process.platform !== 'linux')('stops responding, no request waits without end', async () => {
    const product = await startProduct()
    const load = startLoad(product)
    expect(await waitUntil(() => load.paid.length >= 5, RECOVERY_MS)).toBe(true)
    load.refused.length = 0
    const unlimited = await openServerWithoutTimeout(product)
    const faulty = await Promise.all(READINESS_BUGS.map(([, , fault]) => openFaultyServer(product, fault)))
    const frozen = await processesOf(product.dataDir)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      const requests = [silenceProblem(unlimited, product, 14_000), silenceProblem(product.server, product)]
      const ready = [...faulty, product.server].map((server) => readinessProblem(server))
      expect(await ready.pop()).toBeNull()
      for (const [at, [name, problem]] of READINESS_BUGS.entries())
        expect(await ready[at], name).toMatch(problem)
      // A request with a statement under way is refused after the statement's time limit, others after
      // their wait.
      expect(await waitUntil(() => load.refused.length >= 3, RECOVERY_MS)).toBe(true)
      expect(await Promise.all(requests)).toEqual(['waits for ever', null])
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    await expectRecovery(product, load)
    await expectCorrectReplies(product, load)
  })
})

const isSlow = (problem: string | null): boolean => problem !== null && /took \d+ ms$/.test(problem)

/** The third quartile of the waits, in ms. */
const thirdQuartileMs = (replies: readonly { readonly ms: number }[]): number =>
  replies.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(replies.length * 0.75)]!

const openServerOnPool = (product: Product, pool: PostgresPool): Promise<TestServer['server']> => {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return openFaultyServer(product, { parts: () => ({ db }) })
}

/** A faulty server with one connection, which it keeps after it broke. */
async function openServerWithStaleConnection(product: Product): Promise<TestServer['server']> {
  const client = new pg.Client({ ...product.owner, user: 'quittance_app' })
  client.on('error', () => {})
  await client.connect()
  onTestEnd(() => client.end())
  const kept = Object.assign(client, { release: () => {} })
  return openServerOnPool(product, {
    connect: async () => kept,
    end: async () => {},
  } as unknown as PostgresPool)
}

/** A faulty server that waits for its database without a limit. */
async function openServerWithoutTimeout(product: Product): Promise<TestServer['server']> {
  const pool = new pg.Pool({ ...product.owner, user: 'quittance_app', max: 2 })
  pool.on('error', () => {})
  onTestEnd(() => pool.end())
  const server = await openServerOnPool(product, pool)
  expect((await get({ server }, '/ready/')).status).toBe(200)
  return server
}

/** A bug: the server recovers for reads only. */
const READ_ONLY: Fault = {
  before: ({ method }, reply) =>
    method === 'POST' && reply.code(503).header('retry-after', '5').send({ code: 'busy', detail: 'Later.' }),
}

/** Checks the reply to a read and the health checks while the database is down. */
async function downtimeProblem(server: TestServer['server'], { company }: Product): Promise<string | null> {
  const problem = refusalProblem(await listCustomers({ server }, company), '5', 4_000)
  if (problem !== null) return problem
  const { status } = await get({ server }, '/live/')
  return status === 200 ? readinessProblem(server) : `/live/ is ${status}`
}

async function readinessProblem(server: TestServer['server']): Promise<string | null> {
  const problem = refusalProblem(await get({ server }, '/ready/'), '2', 4_000)
  return problem === null ? null : `/ready/ ${problem}`
}

/** Checks the reply to a read while the database does not respond. */
async function silenceProblem(
  server: TestServer['server'],
  { company }: Product,
  withinMs = RECOVERY_MS,
): Promise<string | null> {
  const response = await Promise.race([listCustomers({ server }, company), sleep(withinMs, null)])
  return response === null ? 'waits for ever' : refusalProblem(response, '5', withinMs)
}

const READINESS_BUGS: readonly FaultyRefusal[] = [
  [
    'it is always ready',
    /^\/ready\/ is 200$/,
    { after: ({ url }, reply) => void (url === '/ready/' && reply.code(200)) },
  ],
  [
    'the readiness check answers too late',
    /^\/ready\/ took \d+ ms$/,
    { after: ({ url }) => url === '/ready/' && sleep(4_100) },
  ],
]

const DOWNTIME_BUGS: readonly FaultyRefusal[] = [
  ...faultyRefusals(4_100),
  ...READINESS_BUGS,
  [
    'the liveness check needs the database',
    /^\/live\/ is 503$/,
    { before: ({ url }, reply) => url === '/live/' && reply.code(503).send({}) },
  ],
]
