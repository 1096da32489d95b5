import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer } from '../../server/main/create-server.ts'
import { migrateDatabase } from '../../server/main/migrate-database.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { startWorker } from '../../server/main/start-worker.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { readConfig } from '../../server/platform/config.ts'
import { createApp } from '../../server/platform/create-app.ts'
import type { Database } from '../../server/platform/db/database.ts'
import { bringBack } from '../../server/platform/postgres/bring-back.ts'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'
import { cardForm } from '../../server/rooms/payments/testing.ts'
import type { Fault } from '../../testing/faulty-server.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { watchedLog } from '../../testing/logs/watched-log.ts'
import {
  createServerWithFault,
  type FaultyRefusal,
  faultyRefusals,
  listCustomers,
  refusalProblem,
} from '../../testing/overload-refusals.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'

/*
 * A product with a PostgreSQL of its own that is stopped, killed, frozen and starved under load. What a caller was told
 * has to be true afterwards, whoever could not be served is told so with 503 and when to come back, and nobody has to do
 * anything for it to recover.
 */
const RECOVERY_MS = 30_000
const A_MINUTE_MS = 60_000
/** So that there is always something under way, and other tests have a core too. */
const BETWEEN_PAYMENTS_MS = 200

interface Product {
  /** As much of a test's server as others like it are made of. */
  readonly test: TestServer
  readonly server: TestServer['server']
  readonly company: HttpCompany
  readonly dataDir: string
  readonly owner: pg.ClientConfig
  readonly sent: string[]
  readonly run: HttpCompany['run']
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
}, 120_000)

async function startProduct(options: { folder?: string; lookedAfter?: boolean } = {}): Promise<Product> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'quittance-outage-')))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'postgres')
  closers.push(async () => {
    await stopEmbeddedPostgres(dataDir)
    if (!options.folder) await rm(folder, { recursive: true, force: true })
  })
  const { superuser } = await startEmbeddedPostgres({ dataDir })
  await query({ ...superuser }, 'create database quittance')
  const owner = { ...superuser, database: 'quittance' }
  await migrateDatabase(owner)
  if (options.lookedAfter) closers.push(bringBack({ dataDir }))
  const sent: string[] = []
  const config = {
    ...readConfig({ NODE_ENV: 'test', SECRET: randomBytes(32).toString('hex') }),
    databasePool: 5,
  }
  const opened = await createApp({
    config,
    connection: { ...owner, user: 'quittance_app' },
    maintain: true,
    log: watchedLog(),
    mail: () => ({
      deliver: async (message) => {
        sent.push(message.id)
        return { ok: true }
      },
      close: async () => {},
    }),
    processors: createProcessors,
  })
  closers.push(() => opened.close())
  const server = await createServer(opened.app, { pages: false })
  const endWork = await startWorker(opened.app)
  closers.push(async () => {
    endWork()
    await server.close()
  })
  const clock = { ...systemClock, set: () => {}, advance: () => {} }
  const test = { app: opened.app, clock, server, ownerConfig: owner } as unknown as TestServer
  const company = await anHttpCompany(test, 'steady-company')
  return { test, server, company, dataDir, owner, sent, run: company.run }
}

async function query<Row extends pg.QueryResultRow>(config: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

interface Load {
  readonly paid: string[]
  readonly refused: { status: number; retryAfter: unknown; ms: number; shape: string[] }[]
  stop(): Promise<void>
}

/** People who pay a little of their invoices again and again; each keeps in mind what was acknowledged. */
function startLoad({ company, server }: Pick<Product, 'company' | 'server'>, people = 3): Load {
  const paid: string[] = []
  const refused: Load['refused'] = []
  let going = true
  let turn = 0
  const person = async (): Promise<void> => {
    let invoice: Awaited<ReturnType<HttpCompany['linked']>> | undefined
    for (let left = 0; going; left--) {
      // One payer may try an invoice ten times an hour; while none can be made, the last one has to do.
      if (left <= 0) {
        const next = await company.linked('100.00').catch(() => undefined)
        if (next) left = 9
        invoice = next ?? invoice
      }
      if (!invoice) continue
      const { invoiceId, session } = invoice
      const began = performance.now()
      const answer = await server.inject({
        method: 'POST',
        url: `/api/invoices/${invoiceId}/payment-options/sandbox-card/`,
        headers: {
          host: company.host,
          authorization: `Bearer ${session}`,
          'content-type': 'application/json',
        },
        payload: JSON.stringify(cardForm('1.00')),
        // Each from an address of its own, so that no counter of calls slows them down.
        remoteAddress: `10.0.${(turn >> 8) & 255}.${turn++ & 255}`,
      })
      if (answer.statusCode === 200) {
        // One whose outcome the processor could not tell is being confirmed: nobody was told that it was paid.
        const { id, status } = answer.json<{ id: string; status: string }>()
        if (status === 'confirmed') paid.push(id)
        await sleep(BETWEEN_PAYMENTS_MS)
      } else {
        const ms = performance.now() - began
        const { status, shape } = { status: answer.statusCode, shape: Object.keys(answer.json()).sort() }
        refused.push({ status, retryAfter: answer.headers['retry-after'], ms, shape })
        // Seldom enough to cost nothing for as long as nobody can be served.
        await sleep(150)
      }
    }
  }
  const all = Promise.all(Array.from({ length: people }, person))
  const stop = async (): Promise<void> => {
    going = false
    await all
  }
  closers.push(stop)
  return { paid, refused, stop }
}

async function until(what: () => Promise<boolean> | boolean, forMs: number): Promise<boolean> {
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(50))
    if (await what()) return true
  return false
}

const get = async ({ server }: Pick<Product, 'server'>, url: string) => {
  const began = performance.now()
  const { statusCode, headers } = await server.inject({ method: 'GET', url, headers: { host: 'localhost' } })
  return { status: statusCode, retryAfter: headers['retry-after'], ms: performance.now() - began }
}

/** What has not come back in time by itself. The workers as well: receipts of what was paid since go out. */
async function recoveryProblem(
  product: Pick<Product, 'server' | 'sent'>,
  load: Pick<Load, 'paid'>,
  withinMs = RECOVERY_MS,
): Promise<string | null> {
  const began = performance.now()
  if (!(await until(async () => (await get(product, '/ready/')).status === 200, withinMs)))
    return 'it is not ready'
  const before = load.paid.length
  if (!(await until(() => load.paid.length > before, withinMs))) return 'nobody can pay'
  const ms = performance.now() - began
  if (ms >= withinMs) return `took ${Math.round(ms)} ms`
  const mails = product.sent.length
  return (await until(() => product.sent.length > mails, withinMs)) ? null : 'no mail goes out'
}

const expectRecovery = async (product: Product, load: Load): Promise<void> =>
  expect(await recoveryProblem(product, load)).toBeNull()

/** Long enough for whatever came back when the others did. */
const SOON_MS = 2_000

/** What was acknowledged and is not there, what doesn't hold of the books, and whoever got anything but an answer or a 503 with a time. */
async function untruths(
  product: Product,
  { paid, refused }: Pick<Load, 'paid' | 'refused'>,
): Promise<string[]> {
  const kept = await query<{ id: string }>(
    product.owner,
    `select id from payments where status = 'confirmed' and id = any('{${paid.join(',')}}')`,
  )
  const lost = paid.filter((one) => !kept.some(({ id }) => id === one))
  const breaches = await breachesOf((text) => query(product.owner, text), INVARIANTS)
  const others = refused.flatMap(({ status, retryAfter, shape }) => {
    if (![429, 503].includes(status)) return [`refused: is ${status}`]
    if (!retryAfter) return [`refused: says ${retryAfter} of when to come back`]
    return shape.join() === 'code,detail' ? [] : [`refused: has the shape ${shape.join()}`]
  })
  return [...lost.map((id) => `lost: ${id}`), ...breaches, ...others]
}

/** Servers that are wrong to who pays while the database is gone, and what is noticed of each. */
const WRONG_TO_PAYERS: readonly FaultyRefusal[] = [
  ...faultyRefusals(0)
    .slice(1)
    .map(([name, noticed, mistake]): FaultyRefusal => {
      return [name, new RegExp(noticed.source.replace('^', '^refused: '), 'm'), mistake]
    }),
  [
    'who is refused is told in other words',
    /^refused: has the shape error$/m,
    {
      after: ({ method }, reply) =>
        method === 'POST' && reply.statusCode === 503 ? '{"error":1}' : undefined,
    },
  ],
  [
    'what could not be booked is acknowledged',
    /^lost: [\w-]{36}$/m,
    {
      after: ({ method }, reply) => {
        if (method !== 'POST' || reply.statusCode !== 503) return undefined
        reply.code(200)
        return JSON.stringify({ id: randomUUID(), status: 'confirmed' })
      },
    },
  ],
]

/** One more payer at each of these. What was noticed of them is told in the end. */
async function startWrongLoads(product: Product) {
  const loads = await Promise.all(
    WRONG_TO_PAYERS.map(async ([, , mistake]) =>
      startLoad({ company: product.company, server: await mistaken(product, mistake) }, 1),
    ),
  )
  return {
    /** Nobody is refused who has no invoice yet. */
    haveBegun: () => until(() => loads.every(({ paid }) => paid.length > 0), RECOVERY_MS),
    async expectNoticed(): Promise<void> {
      for (const [at, load] of loads.entries()) {
        const [name, noticed] = WRONG_TO_PAYERS[at]!
        await load.stop()
        expect((await untruths(product, load)).join('\n'), name).toMatch(noticed)
      }
    },
  }
}

async function expectTruth(product: Product, load: Load): Promise<void> {
  await load.stop()
  expect(load.paid.length).toBeGreaterThan(0)
  expect(await untruths(product, load)).toEqual([])
}

const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, '18', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** The server and all of its backends, whom only Linux tells. */
async function processesOf(dataDir: string): Promise<number[]> {
  const folder = await realpath(join(dataDir, '18'))
  const found: number[] = []
  for (const name of await readdir('/proc'))
    if (/^\d+$/.test(name) && (await readlink(`/proc/${name}/cwd`).catch(() => '')) === folder)
      found.push(Number(name))
  return found
}

/** Wrong on purpose: a database that forgets what was acknowledged. Nobody uses it after that. */
async function expectNoticed(product: Product, { paid }: Load): Promise<void> {
  const forget = `set session_replication_role = replica; delete from payments where id = '${paid[0]}'`
  await query(product.owner, forget)
  const found = await untruths(product, { paid, refused: [] })
  expect(found).toContain(`lost: ${paid[0]}`)
}

describe('the database', () => {
  it('restarts under load: nobody loses anything, and the process goes on', async () => {
    const product = await startProduct()
    const load = startLoad(product)
    expect(await until(() => load.paid.length >= 5, RECOVERY_MS)).toBe(true)
    const clinging = await aClingingServer(product)
    for (let turn = 0; turn < 2; turn++) {
      await stopEmbeddedPostgres(product.dataDir)
      await startEmbeddedPostgres({ dataDir: product.dataDir })
      await expectRecovery(product, load)
    }
    expect(await recoveryProblem({ ...product, server: clinging }, load, SOON_MS)).toBe('it is not ready')
    const readOnly = await mistaken(product, READ_ONLY)
    const paying = startLoad({ company: product.company, server: readOnly }, 1)
    expect(await recoveryProblem({ ...product, server: readOnly }, paying, SOON_MS)).toBe('nobody can pay')
    await product.test.app.jobs.rest()
    expect(await recoveryProblem(product, load, SOON_MS)).toBe('no mail goes out')
    await paying.stop()
    await expectTruth(product, load)
    await expectNoticed(product, load)
  }, 180_000)

  it('is gone for a minute: 503 with Retry-After at once, alive all the time, back by itself', async () => {
    const product = await startProduct()
    const load = startLoad(product)
    expect(await until(() => load.paid.length >= 5, RECOVERY_MS)).toBe(true)
    await stopEmbeddedPostgres(product.dataDir)
    await sleep(500)
    load.refused.length = 0
    const began = performance.now()
    const wrong = Promise.all(
      WRONG_WHILE_GONE.map(async ([, , mistake]) =>
        problemWhileGone(await mistaken(product, mistake), product),
      ),
    )
    const looks: (string | null)[] = []
    while (performance.now() - began < A_MINUTE_MS) {
      looks.push(await problemWhileGone(product.server, product))
      await sleep(1_000)
    }
    for (const [at, [name, noticed]] of WRONG_WHILE_GONE.entries())
      expect((await wrong)[at], name).toMatch(noticed)
    const [slow, wrongly] = [looks.filter(isSlow), looks.filter((one) => one !== null && !isSlow(one))]
    expect(wrongly).toEqual([])
    // A machine that others use too is slow now and then; who is refused doesn't wait for it all the time.
    expect(slow.length, slow.join()).toBeLessThan(looks.length / 4)
    expect(load.refused.length).toBeGreaterThan(0)
    expect(mostWaited(load.refused)).toBeLessThan(4_000)
    // As if nobody had started it again.
    expect(await recoveryProblem(product, load, SOON_MS)).toBe('it is not ready')
    await startEmbeddedPostgres({ dataDir: product.dataDir })
    await expectRecovery(product, load)
    await expectTruth(product, load)
  }, 180_000)

  it('is killed: the product starts it again by itself', async () => {
    const product = await startProduct({ lookedAfter: true })
    const load = startLoad(product)
    const wrong = await startWrongLoads(product)
    expect(await until(() => load.paid.length >= 5, RECOVERY_MS)).toBe(true)
    expect(await wrong.haveBegun()).toBe(true)
    process.kill(await postmasterOf(product.dataDir), 'SIGKILL')
    expect(await until(() => load.refused.length > 0, RECOVERY_MS)).toBe(true)
    await expectRecovery(product, load)
    await wrong.expectNoticed()
    await expectTruth(product, load)
  }, 180_000)

  it.skipIf(process.platform !== 'linux')(
    'falls silent without a word: nobody waits for ever',
    async () => {
      const product = await startProduct()
      const load = startLoad(product)
      expect(await until(() => load.paid.length >= 5, RECOVERY_MS)).toBe(true)
      load.refused.length = 0
      const patient = await aPatientServer(product)
      const wrong = await Promise.all(WRONG_OF_READY.map(([, , mistake]) => mistaken(product, mistake)))
      const frozen = await processesOf(product.dataDir)
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      try {
        const asked = [problemOfSilence(patient, product, 14_000), problemOfSilence(product.server, product)]
        const ready = [...wrong, product.server].map((server) => problemOfReady(server))
        expect(await ready.pop()).toBeNull()
        for (const [at, [name, noticed]] of WRONG_OF_READY.entries())
          expect(await ready[at], name).toMatch(noticed)
        // Whoever was in the midst of a statement is told after the silence that is one, and others after they waited.
        expect(await until(() => load.refused.length >= 3, RECOVERY_MS)).toBe(true)
        expect(await Promise.all(asked)).toEqual(['waits for ever', null])
      } finally {
        for (const pid of frozen) process.kill(pid, 'SIGCONT')
      }
      await expectRecovery(product, load)
      await expectTruth(product, load)
    },
    180_000,
  )
})

const isSlow = (problem: string | null): boolean => problem !== null && /took \d+ ms$/.test(problem)

/** How long three of four waited at most. */
const mostWaited = (heard: readonly { readonly ms: number }[]): number =>
  heard.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(heard.length * 0.75)]!

/** One more server on the product's data and connections, wrong in this. */
async function mistaken({ test }: Product, mistake: Fault): Promise<TestServer['server']> {
  const { server, close } = await createServerWithFault(test, mistake)
  closers.push(close)
  return server
}

const inQuittance = (product: Product, pool: PostgresPool): Promise<TestServer['server']> => {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return mistaken(product, { parts: () => ({ db }) })
}

/** Wrong on purpose: it has one connection, and keeps it when it has broken. */
async function aClingingServer(product: Product): Promise<TestServer['server']> {
  const client = new pg.Client({ ...product.owner, user: 'quittance_app' })
  client.on('error', () => {})
  await client.connect()
  closers.push(() => client.end())
  const kept = Object.assign(client, { release: () => {} })
  return inQuittance(product, { connect: async () => kept, end: async () => {} } as unknown as PostgresPool)
}

/** Wrong on purpose: it waits for an answer for as long as none comes. */
async function aPatientServer(product: Product): Promise<TestServer['server']> {
  const pool = new pg.Pool({ ...product.owner, user: 'quittance_app', max: 2 })
  pool.on('error', () => {})
  closers.push(() => pool.end())
  const server = await inQuittance(product, pool)
  expect((await get({ server }, '/ready/')).status).toBe(200)
  return server
}

/** Wrong on purpose: it came back, but only for those who read. */
const READ_ONLY: Fault = {
  before: ({ method }, reply) =>
    method === 'POST' && reply.code(503).header('retry-after', '5').send({ code: 'busy', detail: 'Later.' }),
}

/** What is wrong with what somebody hears who reads while the database is gone, or who looks after the server. */
async function problemWhileGone(server: TestServer['server'], { company }: Product): Promise<string | null> {
  const problem = refusalProblem(await listCustomers({ server }, company), '5', 4_000)
  if (problem !== null) return problem
  const { status } = await get({ server }, '/live/')
  return status === 200 ? problemOfReady(server) : `/live/ is ${status}`
}

async function problemOfReady(server: TestServer['server']): Promise<string | null> {
  const problem = refusalProblem(await get({ server }, '/ready/'), '2', 4_000)
  return problem === null ? null : `/ready/ ${problem}`
}

/** The same while it says nothing at all: whoever asks it waits until the silence is one. */
async function problemOfSilence(
  server: TestServer['server'],
  { company }: Product,
  withinMs = RECOVERY_MS,
): Promise<string | null> {
  const heard = await Promise.race([listCustomers({ server }, company), sleep(withinMs, null)])
  return heard === null ? 'waits for ever' : refusalProblem(heard, '5', withinMs)
}

const WRONG_OF_READY: readonly FaultyRefusal[] = [
  [
    'it is ready whatever is gone',
    /^\/ready\/ is 200$/,
    { after: ({ url }, reply) => void (url === '/ready/' && reply.code(200)) },
  ],
  [
    'it tells who asks whether it is ready when it is too late',
    /^\/ready\/ took \d+ ms$/,
    { after: ({ url }) => url === '/ready/' && sleep(4_100) },
  ],
]

const WRONG_WHILE_GONE: readonly FaultyRefusal[] = [
  ...faultyRefusals(4_100),
  ...WRONG_OF_READY,
  [
    'it lives only while the database does',
    /^\/live\/ is 503$/,
    { before: ({ url }, reply) => url === '/live/' && reply.code(503).send({}) },
  ],
]

/** A file system of 300 MiB in memory; null where this machine doesn't let us make one. */
async function smallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true, force: true })
    return null
  }
  closers.push(async () => {
    execFileSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

/** What staff and a customer look at, and something that staff write; each answered as it stands. */
async function lookerOf({ company }: Product) {
  const linked = await company.linked()
  const portal = await company.portalSession(linked)
  const account = `/api/accounts/${company.accountId}`
  const ask = async (
    { server }: Pick<Product, 'server'>,
    method: 'GET' | 'POST',
    url: string,
    token: string,
    body?: object,
  ) => {
    const host = token === company.token ? 'localhost' : company.host
    const reply = await server.inject({
      ...{ method, url },
      headers: {
        host,
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    return { status: reply.statusCode, retryAfter: reply.headers['retry-after'], body: reply.json() }
  }
  return {
    reads: async (from: Pick<Product, 'server'>) => {
      const asked = [
        ask(from, 'GET', `${account}/invoices/`, company.token),
        ask(from, 'GET', `${account}/invoices/${linked.invoiceId}/`, company.token),
        ask(from, 'GET', '/api/invoices/', portal),
        ask(from, 'GET', `/api/invoices/${linked.invoiceId}/`, portal),
        ask(from, 'GET', `/api/invoices/${linked.invoiceId}/`, linked.session),
      ]
      return (await Promise.all(asked)).map(({ status }) => status)
    },
    // So much of it that it soon finds no place in the pages that are there.
    write: (from: Pick<Product, 'server'>, name: string) => {
      const notes = randomBytes(2_000).toString('hex')
      return ask(from, 'POST', `${account}/customers/`, company.token, { short_name: name, notes })
    },
  }
}

type Looker = Awaited<ReturnType<typeof lookerOf>>

/** What a server says while there is no room, and what of it is wrong. */
interface WithoutRoom {
  readonly written: string[]
  refused: number
  readonly problems: string[]
}

const TURNS_WITHOUT_ROOM = 25

/** One turn of somebody who writes. What was acknowledged is looked for once there is room again. */
async function writeWithoutRoom(
  looker: Looker,
  from: Pick<Product, 'server'>,
  said: WithoutRoom,
): Promise<void> {
  const turn = said.written.length + said.refused
  const { status, retryAfter, body } = await looker.write(from, `Without room ${turn}`)
  if (status === 201 || status === 200) {
    said.written.push(body.pk)
    return
  }
  said.refused++
  if (status !== 503) said.problems.push(`a write is ${status}`)
  else if (retryAfter !== '5') said.problems.push(`says ${retryAfter} of when to come back`)
  else if (Object.keys(body).sort().join() !== 'code,detail')
    said.problems.push('has not the shape of an error')
}

/** Servers that are wrong on purpose where there is no room, and what is noticed of each. */
const WRONG_WITHOUT_ROOM: readonly (readonly [name: string, noticed: RegExp, Fault])[] = [
  [
    'what found no place is acknowledged',
    /^[\w-]{36} was acknowledged, and isn’t there$/,
    {
      after: (_request, reply) => {
        if (reply.statusCode !== 503) return undefined
        reply.code(201)
        return JSON.stringify({ pk: randomUUID() })
      },
    },
  ],
  [
    'a full disk is taken for a bug',
    /^a write is 500$/,
    { after: (_request, reply) => void (reply.statusCode === 503 && reply.code(500)) },
  ],
  [
    'nobody is told when to come back',
    /^says undefined of when to come back$/,
    { after: (_request, reply) => void reply.removeHeader('retry-after') },
  ],
  [
    'who only reads is refused as well',
    /^a read is 503$/,
    { before: (request, reply) => request.method === 'GET' && reply.code(503).send({}) },
  ],
]

async function askWrongServers(product: Product, looker: Looker): Promise<WithoutRoom[]> {
  const found: WithoutRoom[] = []
  for (const [, , mistake] of WRONG_WITHOUT_ROOM) {
    const server = await mistaken(product, mistake)
    const said: WithoutRoom = { written: [], refused: 0, problems: [] }
    for (let turn = 0; turn < TURNS_WITHOUT_ROOM && said.problems.length === 0; turn++)
      await writeWithoutRoom(looker, { server }, said)
    for (const status of await looker.reads({ server }))
      if (status !== 200) said.problems.push(`a read is ${status}`)
    found.push(said)
  }
  return found
}

/** What was acknowledged and isn't there. */
async function addLies(product: Product, { written, problems }: WithoutRoom): Promise<void> {
  const kept = await query<{ id: string }>(
    product.owner,
    `select id from customers where id = any('{${written.join(',')}}')`,
  )
  const there = new Set(kept.map(({ id }) => id))
  for (const id of written) if (!there.has(id)) problems.push(`${id} was acknowledged, and isn’t there`)
}

it('the disk is full: reads go on, writes are 503 instead of a lie, and back by itself when there is room again', async (context) => {
  const folder = await smallDisk()
  if (folder === null) return context.skip('no file system can be mounted here')
  const product = await startProduct({ folder, lookedAfter: true })
  const looker = await lookerOf(product)
  const load = startLoad(product)
  expect(await until(() => load.paid.length >= 5, RECOVERY_MS)).toBe(true)
  const ballast = join(folder, 'ballast')
  for (const bytes of [1024 * 1024, 4096]) await fillUp(ballast, bytes)
  // Tables and the log grow into what they have kept, and then no further.
  const hog = query(
    product.owner,
    `create table hog as select repeat('x', 900) as x from generate_series(1, 400000)`,
  )
  await expect(hog).rejects.toThrow()
  expect(await until(() => load.refused.length > 0, 60_000)).toBe(true)
  const said: WithoutRoom = { written: [], refused: 0, problems: [] }
  for (let turn = 0; turn < TURNS_WITHOUT_ROOM; turn++) {
    expect((await get(product, '/live/')).status).toBe(200)
    expect(await readsGoOn(product, looker)).toBe(true)
    await writeWithoutRoom(looker, product, said)
    await sleep(150)
  }
  // Some still find a place in a page that is there.
  expect(said.refused).toBeGreaterThan(0)
  const wrong = await askWrongServers(product, looker)
  await rm(ballast)
  await expectRecovery(product, load)
  expect((await looker.write(product, 'With room')).status).toBeLessThan(300)
  for (const one of [said, ...wrong]) await addLies(product, one)
  expect(said.problems).toEqual([])
  for (const [at, [name, noticed]] of WRONG_WITHOUT_ROOM.entries())
    expect(wrong[at]!.problems.join('\n'), name).toMatch(new RegExp(noticed, 'm'))
  await expectTruth(product, load)
}, 240_000)

/** At once; or, where the database itself gave up for want of room, after it was started again. */
async function readsGoOn(product: Product, { reads }: Looker) {
  const { dataDir } = product
  const before = await postmasterOf(dataDir)
  const all = async () => (await reads(product)).every((status) => status === 200)
  return (await all()) || ((await until(all, RECOVERY_MS)) && (await postmasterOf(dataDir)) !== before)
}

/** Block by block, until the last is taken. */
async function fillUp(path: string, bytes: number): Promise<void> {
  for (;;) {
    try {
      await writeFile(path, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      return
    }
  }
}
