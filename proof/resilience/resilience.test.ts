import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { createServer } from '../../server/main/create-server.ts'
import { chooseMailTransport } from '../../server/main/mail-transport.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { startWorker } from '../../server/main/start-worker.ts'
import { createApp } from '../../server/platform/create-app.ts'
import { freePort } from '../../server/platform/free-port.ts'
import type { MailTransport } from '../../server/platform/mail/mail-transport.ts'
import { queueMail } from '../../server/platform/mail/outbox.ts'
import { stopEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'
import { PRODUCT_FOLDER } from '../../server/platform/product-folder.ts'
import { createFaultyServer, type Fault } from '../../testing/faulty-server.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { watchedLog } from '../../testing/logs/watched-log.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import {
  createServerWithFault,
  type FaultyRefusal,
  faultyRefusals,
  type ListReply,
  listCustomers,
  refusalProblem,
} from '../../testing/overload-refusals.ts'
import {
  addressOf,
  ended,
  launchProduct,
  type ProductProcess,
  programOf,
  untilReady,
} from '../../testing/product-process.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

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

const waitUntil = async (what: () => unknown, forMs: number): Promise<boolean> => {
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(50))
    if (await what()) return true
  return false
}

async function wrong(test: TestServer, mistake: Fault): Promise<TestServer> {
  const server = await createServerWithFault(test, mistake)
  closers.push(() => server.close())
  return server
}

/** Each judged as the right one is, which is the last; every mistake has to be noticed for its own reason. */
function expectNoticed(
  problems: readonly (string | null)[],
  bugs: readonly (readonly [name: string, noticed: RegExp, ...unknown[]])[],
): void {
  expect(problems.at(-1)).toBeNull()
  for (const [at, [name, noticed]] of bugs.entries()) expect(problems[at], name).toMatch(noticed)
}

it('every connection is taken: 503 with Retry-After within seconds, and back at once', async () => {
  const { test, company, owner } = await aServer(2)
  const bugs = faultyRefusals(2_000)
  const servers = await Promise.all(bugs.map(([, , mistake]) => wrong(test, mistake)))
  await owner.query('begin; lock table customers in access exclusive mode')
  const holding = [listCustomers(test, company), listCustomers(test, company)]
  await sleep(300)
  // At the same time and on the same connections by servers that are wrong on purpose, the slow one first: nobody
  // waits for it with the lock in their hands.
  const [slow, ...others] = [...servers, test].map((server) => listCustomers(server, company))
  const refused = await Promise.all(others)
  await owner.query('rollback')
  const heard = [await slow!, ...refused]
  expectNoticed(
    heard.map((one) => refusalProblem(one, '5', 4_500)),
    bugs,
  )
  for (const one of await Promise.all(holding)) expect(one.status).toBe(200)
  expect((await listCustomers(test, company)).status).toBe(200)
})

const CROWD = 42
/** Who waits for a connection is told after three seconds, so whoever is told sooner has not waited for one. */
const AT_ONCE_MS = 2_000

/** Mistakes about who waits, which the ways to refuse wrongly are not. */
const LET_IN: FaultyRefusal = [
  'one more than can be served waits with the others',
  // Until they are served, or have waited for as long as anybody may.
  /^is 200$|^says 5 of when to come back$/,
  { parts: ({ pool }) => ({ pool: () => ({ ...pool(), waiting: 0 }) }) },
]
const TURNED_AWAY: FaultyRefusal = [
  'those who could wait are turned away as well',
  /^only \d of 42 were served$/,
  { parts: ({ pool }) => ({ pool: () => ({ ...pool(), waiting: 1_000 }) }) },
]

/** A crowd at `server` while nobody gets on, and what others hear who come then; the lock is let go of in time. */
async function askAsCrowd(
  { test, company, owner }: Awaited<ReturnType<typeof aServer>>,
  server: TestServer,
  latecomers: readonly TestServer[],
): Promise<{ late: ListReply[]; problem: string | null }> {
  await owner.query('begin; lock table customers in access exclusive mode')
  const crowd = Array.from({ length: CROWD }, () => listCustomers(server, company))
  const all = Promise.all(crowd)
  const isOver = all.then(() => true)
  await waitUntil(
    async () => test.app.pool().waiting >= 40 || (await Promise.race([isOver, sleep(0, false)])),
    2_500,
  )
  const asked = latecomers.map((one) => listCustomers(one, company))
  await asked.at(-1)
  await owner.query('rollback')
  const served = (await all).filter(({ status }) => status === 200).length
  const problem = served >= 40 ? null : `only ${served} of ${CROWD} were served`
  return { late: await Promise.all(asked), problem }
}

it('more wait than can be served: the rest is refused at once, those who wait are served', async () => {
  const opened = await aServer(2)
  const { test, company } = opened
  const bugs = [...faultyRefusals(AT_ONCE_MS), LET_IN]
  const servers = await Promise.all(bugs.map(([, , mistake]) => wrong(test, mistake)))
  const { late, problem } = await askAsCrowd(opened, test, [...servers, test])
  expectNoticed(
    late.map((one) => refusalProblem(one, '1', AT_ONCE_MS)),
    bugs,
  )
  expect(problem).toBeNull()
  const [name, noticed, mistake] = TURNED_AWAY
  const turnedAway = await askAsCrowd(opened, await wrong(test, mistake), [])
  expect(turnedAway.problem, name).toMatch(noticed)
  expect((await listCustomers(test, company)).status).toBe(200)
})

/** On connections of its own: whoever waits for a lock gets it in the end. */
const FOR_EVER: FaultyRefusal = [
  'a statement may take as long as it likes',
  /^is 200$/,
  { rewrite: (text) => (text === 'begin' ? 'begin; set local statement_timeout = 0' : text) },
]

it('a statement that waits too long is 503 with Retry-After, not 500', async () => {
  const { test, company, owner } = await aServer()
  // Not the slow one: everybody is slow here.
  const [, ...refusals] = faultyRefusals(0)
  const servers = await Promise.all(refusals.map(([, , mistake]) => wrong(test, mistake)))
  const patient = await createFaultyServer(test)
  closers.push(() => patient.close())
  patient.setFault(FOR_EVER[2])
  await owner.query('begin; lock table customers in access exclusive mode')
  const waiting = listCustomers(patient, company)
  const refused = await Promise.all([...servers, test].map((server) => listCustomers(server, company)))
  await owner.query('rollback')
  expectNoticed(
    [await waiting, ...refused].map((one) => refusalProblem(one, '5', 9_000)),
    [FOR_EVER, ...refusals],
  )
})

const aMessage = (to: string) => ({
  kind: 'test.message',
  to,
  fromName: 'Steady Company',
  subject: 'It arrives',
  text: 'Hello',
  html: '<p>Hello</p>',
})

type Deliver = MailTransport['deliver']
type WrongMail = readonly [name: string, noticed: RegExp, (deliver: Deliver) => Deliver]

/** Each stands before the mail server, for one recipient alone. */
const WRONG_MAILS: readonly WrongMail[] = [
  [
    'what found nobody is given up',
    /^is failed while the server is away$/,
    (deliver) => async (message) => {
      const delivery = await deliver(message)
      return delivery.ok ? delivery : { ...delivery, permanent: true }
    },
  ],
  [
    'what found nobody is taken for sent',
    /^is sent while the server is away$/,
    (deliver) => async (message) => {
      await deliver(message)
      return { ok: true }
    },
  ],
  [
    'what was tried before is taken for sent',
    /^arrived 0 times$/,
    (deliver) => {
      let tried = false
      return async (message) => {
        if (tried) return { ok: true }
        tried = true
        return deliver(message)
      }
    },
  ],
  [
    'it is handed over twice',
    /^arrived 2 times$/,
    (deliver) => async (message) => {
      const delivery = await deliver(message)
      return delivery.ok ? deliver(message) : delivery
    },
  ],
]

/** What is wrong with the way of a message that was queued while the mail server was away. */
function mailProblem(away: string, afterwards: string, arrivals: number): string | null {
  if (away !== 'queued') return `is ${away} while the server is away`
  if (afterwards !== 'sent') return `is ${afterwards} when the server is back`
  return arrivals === 1 ? null : `arrived ${arrivals} times`
}

it('the mail server is away: messages wait, are tried again, and arrive once', async () => {
  const { test, company } = await aServer()
  const port = await freePort()
  const config = { ...test.app.config, smtpUrl: `smtp://127.0.0.1:${port}` }
  const wrongly = new Map<string, Deliver>()
  const worker = await createApp({
    config,
    connection: { ...test.ownerConfig, user: 'quittance_app' },
    clock: test.clock,
    maintain: true,
    log: watchedLog(),
    mail: (db) => {
      const transport = chooseMailTransport(config, db)
      for (const [at, [, , wronged]] of WRONG_MAILS.entries())
        wrongly.set(`wrong-${at}@harbor.test`, wronged(transport.deliver))
      return {
        ...transport,
        deliver: (message) => (wrongly.get(message.to) ?? transport.deliver)(message),
      }
    },
    processors: createProcessors,
  })
  closers.push(() => worker.close())
  closers.push(await startWorker(worker.app))
  const addresses = [...wrongly.keys(), 'maya@harbor.test']
  await company.run(async (ctx) => {
    for (const to of addresses) await queueMail(ctx, aMessage(to))
  })
  const standing = async () => {
    const columns = ['to_address', 'status', 'failure'] as const
    const rows = await company.run((ctx) => ctx.db.selectFrom('mail_messages').select(columns).execute())
    return addresses.map((to) => rows.find((row) => row.to_address === to)!)
  }
  const isTried = ({ status, failure }: { status: string; failure: string | null }) =>
    failure !== null || status === 'sent'
  expect(await waitUntil(async () => (await standing()).every(isTried), 20_000)).toBe(true)
  const away = await standing()
  const mail = await startMailServer(port)
  closers.push(() => mail.close())
  const isOver = ({ status }: { status: string }) => status === 'sent' || status === 'failed'
  expect(await waitUntil(async () => (await standing()).every(isOver), 60_000)).toBe(true)
  await sleep(2_000)
  const problems = (await standing()).map(({ to_address: to, status }, at) => {
    const arrivals = mail.received.filter((one) => one.to.includes(to)).length
    return mailProblem(away[at]!.status, status, arrivals)
  })
  expectNoticed(problems, WRONG_MAILS)
}, 300_000)

/** The first of them may have to build what it serves. */
const START_MS = 200_000

/** A process of the product beside the test's own database. */
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
  closers.push(() => started.child.kill('SIGKILL'))
  return started
}

/** Run before the product, by NODE_OPTIONS. */
const before = (text: string): string => `--import data:text/javascript,${encodeURIComponent(text)}`

/** Processes that end wrongly. */
const AT_ONCE = before("process.on('SIGTERM', () => process.exit(0))")
const HARD_OF_HEARING = before(`const { on } = process
  process.on = function (name, hear) {
    return on.call(this, name, name === 'SIGTERM' ? () => setTimeout(hear, 5000) : hear)
  }`)

/** What the end of a server was like: for somebody who had asked, for somebody who came later, and by itself. */
interface End {
  readonly answer: readonly [status: number, body: string] | 'cut off'
  readonly letIn: boolean
  readonly code: number | null
  readonly ms: number
}

function endProblem({ answer, letIn, code, ms }: End): string | null {
  if (letIn) return 'lets in who comes after it was told'
  if (answer === 'cut off') return 'cuts off who had asked'
  if (answer.join() !== '400,object') return `answers ${answer.join()} to who had asked`
  if (code !== 0) return `ends with ${code}`
  return ms < 20_000 ? null : `took ${Math.round(ms)} ms`
}

const WRONG_ENDS = [
  ['it ends where it stands', /^cuts off who had asked$/, AT_ONCE],
  ['it goes on as if nobody had told it', /^lets in who comes after it was told$/, HARD_OF_HEARING],
] as const

const askToLogIn = (origin: string): Promise<End['answer']> =>
  fetch(`${origin}/api/profile/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@nowhere.test', password: 'not-the-password-at-all' }),
  }).then(
    async (answer) => [answer.status, typeof (await answer.json())] as const,
    () => 'cut off' as const,
  )

it('SIGTERM answers what was asked, takes nothing new, and ends well within 20 s', async () => {
  const { test, owner } = await aServer()
  const parts = await Promise.all(
    [...WRONG_ENDS.map(([, , preload]) => preload), ''].map(async (preload) => {
      const port = String(await freePort())
      const part = await startPart('server', test, { PORT: port, NODE_OPTIONS: preload })
      return { ...part, origin: `http://localhost:${port}` }
    }),
  )
  await owner.query('begin; lock table users in access exclusive mode')
  const asked = parts.map(({ origin }) => askToLogIn(origin))
  const waiting = `select 1 from pg_locks where not granted and relation = 'users'::regclass`
  const allWait = async () => (await owner.query(waiting)).rowCount! >= parts.length
  expect(await waitUntil(allWait, 20_000)).toBe(true)
  const began = performance.now()
  const ends = parts.map(async ({ child }) => {
    const code = await ended(child)
    return { code, ms: performance.now() - began }
  })
  for (const { child } of parts) child.kill('SIGTERM')
  await sleep(1_000)
  const letIn = await Promise.all(
    parts.map(({ origin }) =>
      fetch(`${origin}/live/`).then(
        () => true,
        () => false,
      ),
    ),
  )
  expect(parts.at(-1)!.child.exitCode).toBe(null)
  await owner.query('rollback')
  const problems = parts.map(async (_, at) =>
    endProblem({ answer: await asked[at]!, letIn: letIn[at]!, ...(await ends[at]!) }),
  )
  expectNoticed(await Promise.all(problems), WRONG_ENDS)
}, 300_000)

/** A mail server that takes its time with each message. */
async function slowMailServer(): Promise<{ port: number; arrived: () => number }> {
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
  closers.push(() => new Promise<void>((resolve) => slow.close(() => resolve())))
  return { port, arrived: () => arrived }
}

/** What is wrong with the end of a worker that has a mail in its hands, while another one waits. */
async function workerProblem(preload: string): Promise<string | null> {
  const { test, company } = await aServer()
  const { port, arrived } = await slowMailServer()
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, NODE_OPTIONS: preload }
  const { child } = await startPart('worker', test, environment)
  const queue = (to: string) => company.run((ctx) => queueMail(ctx, aMessage(to)))
  await queue('first@harbor.test')
  expect(await waitUntil(() => arrived() === 1, 30_000)).toBe(true)
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
  if (first !== 'sent') return `leaves what it had in its hands ${first}`
  if (second !== 'queued') return `has taken up another, which is ${second}`
  return arrived() === 1 ? null : `sent ${arrived()} messages`
}

const WRONG_WORKERS = [
  ['it ends where it stands', /^leaves what it had in its hands sending$/, AT_ONCE],
  ['it goes on as if nobody had told it', /^has taken up another, which is \w+$/, HARD_OF_HEARING],
] as const

it('SIGTERM lets a worker finish the job under way, once, and take up no other', async () => {
  const preloads = [...WRONG_WORKERS.map(([, , preload]) => preload), '']
  expectNoticed(await Promise.all(preloads.map(workerProblem)), WRONG_WORKERS)
}, 300_000)

it('a worker has a listener of its own for scrapes', async () => {
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
}, 300_000)

it('a start while the former one still has the port waits for it, says so, and takes over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-former-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o711)
  closers.push(async () => {
    await stopEmbeddedPostgres(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  })
  const environment = { DATA_DIR: folder, PORT: String(await freePort()) }
  const former = launch('server', environment)
  await untilReady(former, START_MS)
  const next = launch('server', environment)
  expect(
    await waitUntil(() => /Another Quittance \(process \d+\) still uses port/.test(next.said()), 30_000),
  ).toBe(true)
  // Longer than a stranger on the port would be waited for.
  await sleep(6_000)
  former.child.kill('SIGTERM')
  expect(await ended(former.child)).toBe(0)
  await untilReady(next, 30_000)
  expect((await fetch(`http://localhost:${environment.PORT}/ready/`)).status).toBe(200)
}, 180_000)
