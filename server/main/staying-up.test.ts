import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { createApp } from '../platform/create-app.ts'
import { freePort } from '../platform/free-port.ts'
import { queueMail } from '../platform/mail/outbox.ts'
import { stopEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { callApi } from '../platform/testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../platform/testing/http-company.ts'
import { startMailServer } from '../platform/testing/mail-server.ts'
import { createMistakenServer, type Mistake } from '../platform/testing/mistaken-server.ts'
import { createTestApp } from '../platform/testing/test-app.ts'
import { createTestServer, type TestServer } from '../platform/testing/test-server.ts'
import { watchedLog } from '../platform/testing/watched-log.ts'
import { createServer } from './create-server.ts'
import { chooseMailTransport } from './mail-transport.ts'
import { createProcessors } from './processors.ts'
import { takeUpWork } from './take-up-work.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function aServer(pool?: number): Promise<{ test: TestServer; company: HttpCompany; owner: pg.Client }> {
  let test: TestServer
  if (pool === undefined) test = await createTestServer()
  else {
    const made = await createTestApp({ pool, processors: createProcessors })
    test = { ...made, server: await createServer(made.app, { pages: false }) }
  }
  closers.push(() => test.close())
  const company = await anHttpCompany(test, 'steady-company')
  const owner = new pg.Client(test.ownerConfig)
  owner.on('error', () => {})
  await owner.connect()
  closers.push(() => owner.end())
  return { test, company, owner }
}

/** What is wrong with the answer to who could not be served: anything but 503 with a time to come back, in time. */
const refusalProblem = (
  { status, retryAfter, ms }: Awaited<ReturnType<typeof listCustomers>>,
  waitS: string,
  withinMs: number,
): string | null => {
  if (status !== 503) return `is ${status}`
  if (retryAfter !== waitS) return `says ${retryAfter} of when to come back`
  return ms < withinMs ? null : `took ${Math.round(ms)} ms`
}

const listCustomers = async (test: TestServer, company: HttpCompany) => {
  const began = performance.now()
  const path = `/api/accounts/${company.accountId}/customers/`
  const { status, headers } = await callApi(test.server, { method: 'GET', path, token: company.token })
  return { status, retryAfter: headers['retry-after'], ms: performance.now() - began }
}

const waitUntil = async (what: () => unknown, forMs: number): Promise<boolean> => {
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(50))
    if (await what()) return true
  return false
}

async function mistaken(test: TestServer, mistake: Mistake): Promise<TestServer> {
  const server = await createMistakenServer(test, { pages: false }, test.app.db)
  closers.push(() => server.close())
  server.make(mistake)
  return server
}

const BUGS: readonly (readonly [name: string, noticed: RegExp, Mistake])[] = [
  ['who is refused waits for it', /^took \d+ ms$/, { after: () => sleep(2_000) }],
  ['what the database can’t do is a bug', /^is 500$/, { after: (_request, reply) => void reply.code(500) }],
  [
    'nobody is told when to come back',
    /^says undefined/,
    { after: (_request, reply) => void reply.removeHeader('retry-after') },
  ],
]

it('R-79: every connection is taken: 503 with Retry-After within seconds, and back at once', async () => {
  const { test, company, owner } = await aServer(2)
  const wrong = await Promise.all(BUGS.map(([, , mistake]) => mistaken(test, mistake)))
  await owner.query('begin; lock table customers in access exclusive mode')
  const holding = [listCustomers(test, company), listCustomers(test, company)]
  await sleep(300)
  // At the same time and on the same connections by servers that are wrong on purpose, the slow one first: nobody
  // waits for it with the lock in their hands.
  const [slow, ...others] = [...wrong, test].map((server) => listCustomers(server, company))
  const refused = await Promise.all(others)
  await owner.query('rollback')
  const problems = [await slow!, ...refused].map((one) => refusalProblem(one, '5', 4_500))
  expect(problems.pop()).toBeNull()
  for (const [at, [name, noticed]] of BUGS.entries()) expect(problems[at], name).toMatch(noticed)
  for (const one of await Promise.all(holding)) expect(one.status).toBe(200)
  expect((await listCustomers(test, company)).status).toBe(200)
})

it('R-79: more wait than can be served: the rest is refused at once, those who wait are served', async () => {
  const { test, company, owner } = await aServer(2)
  await owner.query('begin; lock table customers in access exclusive mode')
  const holding = Array.from({ length: 42 }, () => listCustomers(test, company))
  expect(await waitUntil(() => test.app.pool().waiting >= 40, 2_500)).toBe(true)
  const refused = await listCustomers(test, company)
  expect(refusalProblem(refused, '1', 4_500)).toBeNull()
  await owner.query('rollback')
  const served = (await Promise.all(holding)).filter(({ status }) => status === 200)
  expect(served.length).toBeGreaterThanOrEqual(40)
  expect((await listCustomers(test, company)).status).toBe(200)
})

it('R-79: a statement that waits too long is 503 with Retry-After, not 500', async () => {
  const { test, company, owner } = await aServer()
  await owner.query('begin; lock table customers in access exclusive mode')
  const refused = await listCustomers(test, company)
  await owner.query('rollback')
  expect(refusalProblem(refused, '5', 9_000)).toBeNull()
})

const aMessage = {
  kind: 'test.message',
  to: 'maya@harbor.test',
  fromName: 'Steady Company',
  subject: 'It arrives',
  text: 'Hello',
  html: '<p>Hello</p>',
}

it('R-72: the mail server is away: messages wait, are tried again, and arrive once', async () => {
  const { test, company } = await aServer()
  const port = await freePort()
  const config = { ...test.app.config, smtpUrl: `smtp://127.0.0.1:${port}` }
  const worker = await createApp({
    config,
    connection: { ...test.ownerConfig, user: 'quittance_app' },
    clock: test.clock,
    maintain: true,
    log: watchedLog(),
    mail: (db) => chooseMailTransport(config, db),
    processors: createProcessors,
  })
  closers.push(() => worker.close())
  closers.push(await takeUpWork(worker.app))
  await company.run((ctx) => queueMail(ctx, aMessage))
  const standing = async () =>
    company.run((ctx) =>
      ctx.db.selectFrom('mail_messages').select(['status', 'failure']).executeTakeFirstOrThrow(),
    )
  expect(await waitUntil(async () => (await standing()).failure !== null, 20_000)).toBe(true)
  expect((await standing()).status).toBe('queued')
  const mail = await startMailServer(port)
  closers.push(() => mail.close())
  expect(await waitUntil(async () => (await standing()).status === 'sent', 40_000)).toBe(true)
  await sleep(2_000)
  expect(mail.received.map(({ to }) => to)).toEqual([['maya@harbor.test']])
}, 90_000)

/** A process of the product beside the test's own database. */
async function startPart(
  part: 'server' | 'worker',
  test: TestServer,
  environment: Record<string, string>,
): Promise<Part> {
  const { host, port, user, password, database } = test.ownerConfig
  const url = new URL(`postgresql://localhost/${database}`)
  for (const [name, value] of Object.entries({ host, port, user, password }))
    if (value !== undefined) url.searchParams.set(name, String(value))
  const started = launch(part, { DATABASE_URL: url.href, SECRET: test.app.config.secret, ...environment })
  expect(
    await waitUntil(() => /is ready at|works off jobs/.test(started.said()), 60_000),
    started.said(),
  ).toBe(true)
  return started
}

interface Part {
  readonly child: ChildProcess
  readonly said: () => string
}

function launch(part: 'server' | 'worker', environment: Record<string, string>): Part {
  const { NODE_ENV: _mode, DATABASE_URL: _database, ...rest } = process.env
  const child = spawn(process.execPath, [`${root}/scripts/launch.ts`, part], {
    cwd: root,
    env: { ...rest, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  closers.push(() => child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  return { child, said: () => text }
}

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** What somebody is told who asked before the end, and whether anybody is let in after it. */
async function endOf({ child }: Part, origin: string, owner: pg.Client) {
  const waiting = `select 1 from pg_locks where not granted and relation = 'users'::regclass`
  const before = (await owner.query(waiting)).rowCount!
  const asked = fetch(`${origin}/api/profile/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@nowhere.test', password: 'not-the-password-at-all' }),
  }).then(
    async (answer) => [answer.status, typeof (await answer.json())] as const,
    () => 'cut off' as const,
  )
  expect(await waitUntil(async () => (await owner.query(waiting)).rowCount! > before, 20_000)).toBe(true)
  const began = performance.now()
  child.kill('SIGTERM')
  return {
    asked,
    letsIn: () =>
      fetch(`${origin}/live/`).then(
        () => true,
        () => false,
      ),
    tookMs: async () => [await ended(child), performance.now() - began] as const,
  }
}

/** Wrong on purpose: a process that ends where it stands. */
const AT_ONCE = "--import data:text/javascript,process.on('SIGTERM',()=>process.exit(0))"

it('R-101: SIGTERM answers what was asked, takes nothing new, and ends well within 20 s', async () => {
  const { test, owner } = await aServer()
  const ports = [await freePort(), await freePort()]
  const origins = ports.map((port) => `http://localhost:${port}`) as [string, string]
  const parts = await Promise.all([
    startPart('server', test, { PORT: String(ports[0]) }),
    startPart('server', test, { PORT: String(ports[1]), NODE_OPTIONS: AT_ONCE }),
  ])
  await owner.query('begin; lock table users in access exclusive mode')
  const right = await endOf(parts[0], origins[0], owner)
  const wrong = await endOf(parts[1], origins[1], owner)
  await sleep(1_000)
  expect(await right.letsIn()).toBe(false)
  expect(parts[0].child.exitCode).toBe(null)
  expect([await wrong.asked, parts[1].child.exitCode]).toEqual(['cut off', 0])
  await owner.query('rollback')
  expect(await right.asked).toEqual([400, 'object'])
  const [code, tookMs] = await right.tookMs()
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(20_000)
}, 120_000)

it('R-101: SIGTERM lets a worker finish the job under way, once', async () => {
  const { test, company } = await aServer()
  let arrived = 0
  const slow = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      stream.resume()
      stream.on('end', () => {
        arrived += 1
        setTimeout(callback, 2_500)
      })
    },
  })
  const port = await freePort()
  await new Promise<void>((resolve) => slow.listen(port, '127.0.0.1', resolve))
  closers.push(() => new Promise<void>((resolve) => slow.close(() => resolve())))
  const { child } = await startPart('worker', test, { SMTP_URL: `smtp://127.0.0.1:${port}` })
  await company.run((ctx) => queueMail(ctx, aMessage))
  expect(await waitUntil(() => arrived === 1, 30_000)).toBe(true)
  const began = performance.now()
  child.kill('SIGTERM')
  expect(await ended(child)).toBe(0)
  expect(performance.now() - began).toBeLessThan(20_000)
  const rows = await company.run((ctx) => ctx.db.selectFrom('mail_messages').select('status').execute())
  expect([rows, arrived]).toEqual([[{ status: 'sent' }], 1])
}, 120_000)

it('R-100: a worker has a listener of its own for scrapes', async () => {
  const { test } = await aServer()
  const port = String(await freePort())
  await startPart('worker', test, { METRICS_PORT: port, METRICS_TOKEN: 'a-token-of-the-scraper' })
  const scrape = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/metrics`, { headers })
  expect((await scrape({})).status).toBe(404)
  const answer = await scrape({ authorization: 'Bearer a-token-of-the-scraper' })
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('quittance_database_up 1'),
  ])
}, 120_000)

it('R-101: a start while the former one still has the port waits for it, says so, and takes over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-former-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o711)
  closers.push(async () => {
    await stopEmbeddedPostgres(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  })
  const environment = { DATA_DIR: folder, PORT: String(await freePort()) }
  const former = launch('server', environment)
  expect(await waitUntil(() => /is ready at/.test(former.said()), 60_000), former.said()).toBe(true)
  const next = launch('server', environment)
  expect(
    await waitUntil(() => /Another Quittance \(process \d+\) still uses port/.test(next.said()), 30_000),
  ).toBe(true)
  // Longer than a stranger on the port would be waited for.
  await sleep(6_000)
  former.child.kill('SIGTERM')
  expect(await ended(former.child)).toBe(0)
  expect(await waitUntil(() => /is ready at/.test(next.said()), 30_000), next.said()).toBe(true)
  expect((await fetch(`http://localhost:${environment.PORT}/ready/`)).status).toBe(200)
}, 180_000)
