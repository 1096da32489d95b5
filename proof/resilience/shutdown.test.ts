import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { freePort } from '../../server/platform/free-port.ts'
import { queueMail } from '../../server/platform/mail/outbox.ts'
import { stopEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'
import { PRODUCT_FOLDER } from '../../server/platform/product-folder.ts'
import {
  addressOf,
  ended,
  launchProduct,
  type ProductProcess,
  programOf,
  untilReady,
} from '../../testing/product-process.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { triesMistakes } from '../ring.ts'
import { createMessage, expectDetected, onTestEnd, openServer, waitUntil } from './resilience-fixture.ts'

/** Long, because the first start may have to build the product. */
const START_MS = 200_000

/** Starts a process of the product on the test's database. */
async function startPart(
  part: 'server' | 'worker',
  test: TestServer,
  environment: Record<string, string>,
): Promise<ProductProcess> {
  const DATABASE_URL = addressOf(test.ownerConfig)
  const started = launch(part, { DATABASE_URL, SECRET: test.app.config.secret, ...environment })
  await untilReady(started, START_MS)
  return started
}

function launch(part: 'server' | 'worker', environment: Record<string, string>): ProductProcess {
  const settings = { LOG_LEVEL: 'info', ...environment }
  const started = launchProduct({
    program: programOf(part),
    name: `the ${part}`,
    settings,
    cwd: PRODUCT_FOLDER,
  })
  onTestEnd(() => started.child.kill('SIGKILL'))
  return started
}

/** Runs `text` before the product starts, by NODE_OPTIONS. */
const preload = (text: string): string => `--import data:text/javascript,${encodeURIComponent(text)}`

/** Wrong reactions to SIGTERM. */
const TRIES_MISTAKES = triesMistakes('proof/resilience/', 'server/main/')
const EXITS_AT_ONCE = preload("process.on('SIGTERM', () => process.exit(0))")
const REACTS_LATE = preload(`const { on } = process
  process.on = function (name, listener) {
    return on.call(this, name, name === 'SIGTERM' ? () => setTimeout(listener, 5000) : listener)
  }`)

/**
 * A server's shutdown: the reply to a request under way, whether it took a new request, its exit code and
 * duration.
 */
interface Shutdown {
  readonly reply: readonly [status: number, body: string] | 'cut off'
  readonly acceptedNew: boolean
  readonly code: number | null
  readonly ms: number
}

function shutdownProblem({ reply, acceptedNew, code, ms }: Shutdown): string | null {
  if (acceptedNew) return 'accepts a request after SIGTERM'
  if (reply === 'cut off') return 'drops a request under way'
  if (reply.join() !== '400,object') return `replies ${reply.join()} to a request under way`
  if (code !== 0) return `ends with ${code}`
  return ms < 20_000 ? null : `took ${Math.round(ms)} ms`
}

const ALL_SHUTDOWN_BUGS = [
  ['it exits at once', /^drops a request under way$/, EXITS_AT_ONCE],
  ['it reacts late', /^accepts a request after SIGTERM$/, REACTS_LATE],
] as const
const SHUTDOWN_BUGS = TRIES_MISTAKES ? ALL_SHUTDOWN_BUGS : []

const requestLogin = (origin: string): Promise<Shutdown['reply']> =>
  fetch(`${origin}/api/profile/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@nowhere.test', password: 'not-the-password-at-all' }),
  }).then(
    async (reply) => [reply.status, typeof (await reply.json())] as const,
    () => 'cut off' as const,
  )

it('completes requests under way after SIGTERM, accepts no new ones and exits within 20 s', async () => {
  const { test, owner } = await openServer()
  const servers = await Promise.all(
    [...SHUTDOWN_BUGS.map(([, , nodeOptions]) => nodeOptions), ''].map(async (nodeOptions) => {
      const port = String(await freePort())
      const part = await startPart('server', test, { PORT: port, NODE_OPTIONS: nodeOptions })
      return { ...part, origin: `http://localhost:${port}` }
    }),
  )
  await owner.query('begin; lock table users in access exclusive mode')
  const requests = servers.map(({ origin }) => requestLogin(origin))
  const waiting = `select 1 from pg_locks where not granted and relation = 'users'::regclass`
  const allWait = async () => (await owner.query(waiting)).rowCount! >= servers.length
  expect(await waitUntil(allWait, 120_000)).toBe(true)
  const began = performance.now()
  const exits = servers.map(async ({ child }) => {
    const code = await ended(child)
    return { code, ms: performance.now() - began }
  })
  for (const { child } of servers) child.kill('SIGTERM')
  await sleep(1_000)
  const acceptedNew = await Promise.all(
    servers.map(({ origin }) =>
      fetch(`${origin}/live/`).then(
        () => true,
        () => false,
      ),
    ),
  )
  expect(servers.at(-1)!.child.exitCode).toBe(null)
  await owner.query('rollback')
  const problems = servers.map(async (_, at) =>
    shutdownProblem({ reply: await requests[at]!, acceptedNew: acceptedNew[at]!, ...(await exits[at]!) }),
  )
  expectDetected(await Promise.all(problems), SHUTDOWN_BUGS)
})

/** Starts a mail server that accepts each message after 1.5 seconds. */
async function startSlowMailServer(): Promise<{ port: number; arrived: () => number }> {
  let arrived = 0
  const slow = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      stream.resume()
      stream.on('end', () => {
        arrived += 1
        setTimeout(callback, 1_500)
      })
    },
  })
  slow.on('error', () => {})
  const port = await freePort()
  await new Promise<void>((resolve) => slow.listen(port, '127.0.0.1', resolve))
  onTestEnd(() => new Promise<void>((resolve) => slow.close(() => resolve())))
  return { port, arrived: () => arrived }
}

/** Checks the shutdown of a worker that is sending one message while another is queued. */
async function workerProblem(nodeOptions: string): Promise<string | null> {
  const { test, company } = await openServer()
  const { port, arrived } = await startSlowMailServer()
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, NODE_OPTIONS: nodeOptions }
  const { child } = await startPart('worker', test, environment)
  const queue = (to: string) => company.run((ctx) => queueMail(ctx, createMessage(to)))
  await queue('first@harbor.test')
  expect(await waitUntil(() => arrived() === 1, 120_000)).toBe(true)
  const began = performance.now()
  child.kill('SIGTERM')
  await queue('second@harbor.test')
  const code = await ended(child)
  const ms = performance.now() - began
  const rows = await company.run((ctx) =>
    ctx.db.selectFrom('mail_messages').select('status').orderBy('to_address').execute(),
  )
  const [first, second] = rows.map(({ status }) => status)
  if (code !== 0) return `ends with ${code}`
  if (ms >= 20_000) return `took ${Math.round(ms)} ms`
  if (first !== 'sent') return `leaves its current message ${first}`
  if (second !== 'queued') return `began another message, which is ${second}`
  return arrived() === 1 ? null : `sent ${arrived()} messages`
}

const ALL_WORKER_BUGS = [
  ['it exits at once', /^leaves its current message sending$/, EXITS_AT_ONCE],
  ['it reacts late', /^began another message, which is \w+$/, REACTS_LATE],
] as const
const WORKER_BUGS = TRIES_MISTAKES ? ALL_WORKER_BUGS : []

it('lets a worker finish its current job once after SIGTERM and begin no other', async () => {
  const variants = [...WORKER_BUGS.map(([, , nodeOptions]) => nodeOptions), '']
  expectDetected(await Promise.all(variants.map(workerProblem)), WORKER_BUGS)
})

it('serves a worker’s metrics on a port of its own', async () => {
  const { test } = await openServer()
  const port = String(await freePort())
  await startPart('worker', test, { METRICS_PORT: port, METRICS_TOKEN: 'a-token-of-the-scraper' })
  const scrape = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/metrics`, { headers })
  expect((await scrape({})).status).toBe(404)
  const reply = await scrape({ authorization: 'Bearer a-token-of-the-scraper' })
  expect([reply.status, await reply.text()]).toEqual([
    200,
    expect.stringContaining('quittance_database_up 1'),
  ])
})

it('waits for a previous process that still has the port, reports that and takes over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-former-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o711)
  onTestEnd(async () => {
    await stopEmbeddedPostgres(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  })
  const environment = { DATA_DIR: folder, PORT: String(await freePort()) }
  const previous = launch('server', environment)
  await untilReady(previous, START_MS)
  const next = launch('server', environment)
  expect(
    await waitUntil(() => /Another Quittance \(process \d+\) still uses port/.test(next.said()), 120_000),
  ).toBe(true)
  // Longer than the wait for a port that another program uses.
  await sleep(6_000)
  previous.child.kill('SIGTERM')
  expect(await ended(previous.child)).toBe(0)
  await untilReady(next, 30_000)
  expect((await fetch(`http://localhost:${environment.PORT}/ready/`)).status).toBe(200)
})
