import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../server/platform/free-port.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { addressOf, ended, launchProduct, programOf, untilReady } from '../../testing/product-process.ts'

/*
 * Sessions live in the database alone: real server processes on one database start and stop.
 */

const SECRET = randomBytes(32).toString('hex')
/** Long, because the first start may have to build the product. */
const START_MS = 200_000
const PASSWORD = 'seven harbours at dusk'

interface Running {
  readonly child: ChildProcess
  call(method: string, path: string, token?: string, body?: object): Promise<Reply>
}
interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
}

let database: TestDatabase
let folder: string
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'quittance-processes-'))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<Running> {
  const port = await freePort()
  const settings = {
    ...{ SECRET, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' },
    DATABASE_URL: addressOf(database.ownerConfig),
  }
  const name = 'a process of the product'
  const started = launchProduct({ program: programOf('server'), name, settings, cwd: folder })
  const { child } = started
  children.push(child)
  await untilReady(started, START_MS)
  return {
    child,
    async call(method, path, token, body) {
      const reply = await fetch(`http://localhost:${port}${path}`, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      return { status: reply.status, body: text === '' ? {} : JSON.parse(text) }
    },
  }
}

async function stop({ child }: Running): Promise<void> {
  child.kill('SIGTERM')
  expect(await ended(child)).toBe(0)
}

async function findMailedSecret(email: string): Promise<string> {
  const client = new pg.Client(database.ownerConfig)
  await client.connect()
  const text = 'select text_body from mail_messages where to_address = $1'
  const { rows } = await client.query(text, [email]).finally(() => client.end())
  return /token=([\w-]+)/.exec(rows[0].text_body)![1]!
}

const logIn = async (at: Running, email: string): Promise<string> =>
  String((await at.call('POST', '/api/profile/login/', undefined, { email, password: PASSWORD })).body.token)
const refresh = (at: Running, token: string) =>
  at.call('POST', '/api/profile/token-refresh/', undefined, { token })
const statuses = async (token: string, ...servers: Running[]) =>
  (await Promise.all(servers.map((at) => at.call('GET', '/api/profile/', token)))).map((one) => one.status)

it('keeps sessions across a second server and a restart', async () => {
  const a = await start()
  const b = await start()
  const email = 'ada@people.test'
  const typed = { email, password1: PASSWORD, password2: PASSWORD }
  expect((await a.call('POST', '/api/profile/signup/', undefined, typed)).status).toBe(200)
  const proof = { token: await findMailedSecret(email) }
  expect((await b.call('POST', '/api/profile/verify-email/', undefined, proof)).status).toBe(200)

  // A log-in on one server is valid on the other, and either refreshes the token.
  let token = await logIn(a, email)
  const [here, there] = await Promise.all([a, b].map((at) => at.call('GET', '/api/profile/', token)))
  expect(there).toEqual(here)
  expect(here!.body).toMatchObject({ email, email_verified: true })
  for (const at of [b, a]) {
    token = String((await refresh(at, token)).body.token)
    expect(await statuses(token, a, b)).toEqual([200, 200])
  }

  // Concurrent refreshes on both servers return the same token and end no session.
  const raced = await Promise.all([a, b, a, b, a, b, a, b].map((at) => refresh(at, token)))
  expect(raced.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(raced.map(({ body }) => body.token)).size).toBe(1)
  expect(await statuses(token, a, b)).toEqual([200, 200])
  token = String(raced[0]!.body.token)
  expect(await statuses(token, a, b)).toEqual([200, 200])

  // A session that ends on one server ends on the other at once.
  const elsewhere = await logIn(b, email)
  expect((await a.call('DELETE', '/api/profile/sessions/', token)).status).toBe(204)
  expect(await statuses(elsewhere, b, a)).toEqual([401, 401])
  expect((await refresh(b, elsewhere)).status).toBe(401)
  const leaving = await logIn(a, email)
  expect((await b.call('POST', '/api/profile/logout/', leaving)).status).toBe(200)
  expect(await statuses(leaving, a, b)).toEqual([401, 401])

  // Both servers share the rate limits.
  const forgotten = (at: Running) =>
    at.call('POST', '/api/profile/forgot-password/', undefined, { email: 'bob@people.test' })
  const asked = await Promise.all([a, b, a, b, a, b, a, b].map(forgotten))
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])

  // A new server continues with the sessions and rate limits after both stop.
  await Promise.all([stop(a), stop(b)])
  const c = await start()
  expect(await statuses(token, c)).toEqual([200])
  const renewed = await refresh(c, token)
  expect(renewed.status).toBe(200)
  expect(await statuses(String(renewed.body.token), c)).toEqual([200])
  expect(await statuses(leaving, c)).toEqual([401])
  expect((await forgotten(c)).status).toBe(429)
  await stop(c)
})
