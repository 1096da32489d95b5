import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { createApp } from '../platform/create-app.ts'
import { createLog } from '../platform/log.ts'
import { type ApiCall, callApi } from '../platform/testing/call-api.ts'
import { anHttpCompany } from '../platform/testing/http-company.ts'
import { type MailServer, startMailServer } from '../platform/testing/mail-server.ts'
import { createTestClock } from '../platform/testing/test-app.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { CARDS, cardForm, eCheckForm } from '../rooms/payments/testing.ts'
import { createServer } from './create-server.ts'
import { chooseMailTransport } from './mail-transport.ts'
import { createProcessors } from './processors.ts'
import { takeUpWork } from './take-up-work.ts'

/*
 * Secrets are given to the product in every way there is, and looked for wherever they have no business: in what it logs
 * at its most talkative, in what it answers, in the headers of its mail, and in the built web files.
 */
const canary = (name: string): string => `canary-${name}-${randomBytes(9).toString('hex')}`
const SETTINGS = {
  SECRET: canary('secret-of-the-installation'),
  SMTP: canary('smtp'),
  METRICS: canary('metrics'),
}
const PASSWORDS = ['signup', 'wrong', 'reset', 'portal'].map(canary)
const [SIGN_UP, WRONG, RESET, PORTAL] = PASSWORDS as [string, string, string, string]
const ACCOUNT_NUMBER = '000123456789'

let test: TestServer
let mail: MailServer
const logged: string[] = []
const answers: { path: string; text: string }[] = []
const closers: (() => unknown)[] = []

beforeAll(async () => {
  const database = await createTestDatabase()
  closers.push(() => database.drop())
  mail = await startMailServer(0, SETTINGS.SMTP)
  closers.push(() => mail.close())
  const clock = createTestClock()
  const config = {
    ...readConfig({ NODE_ENV: 'test', SECRET: SETTINGS.SECRET, METRICS_TOKEN: SETTINGS.METRICS }),
    smtpUrl: mail.url.replace('smtp://', `smtp://sender:${SETTINGS.SMTP}@`),
  }
  const opened = await createApp({
    config,
    connection: database.appConfig,
    clock,
    maintain: true,
    log: createLog('debug', (line) => logged.push(line)),
    mail: (db) => chooseMailTransport(config, db),
    processors: createProcessors,
  })
  closers.push(() => opened.close())
  const server = await createServer(opened.app, { pages: false })
  closers.push(await takeUpWork(opened.app))
  test = {
    app: opened.app,
    clock,
    server,
    sent: [],
    ownerConfig: database.ownerConfig,
  } as unknown as TestServer
  server.addHook('onSend', async (request, reply, payload) => {
    const text =
      typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString('latin1') : ''
    answers.push({ path: request.url, text: `${JSON.stringify(reply.getHeaders())}\n${text}` })
    return payload
  })
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

const api = (path: string, body: object, more: Partial<ApiCall> = {}) => {
  test.clock.advance(1_000)
  return callApi(test.server, { method: 'POST', path, body, ...more })
}
const profile = (name: string, body: object, more: Partial<ApiCall> = {}) =>
  api(`/api/profile/${name}/`, body, more)

/** The mail's own text, where the secrets of links and codes may stand. */
async function mailTo(address: string, pattern: RegExp): Promise<string> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(100)) {
    for (const { raw } of mail.received.filter(({ to }) => to.includes(address)).reverse()) {
      const found = pattern.exec(decoded(raw))
      if (found) return found[1]!
    }
  }
  throw new Error(`No mail to ${address} has ${pattern}.`)
}

/** Quoted-printable undone, which breaks long lines and writes an equals sign as =3D. */
const decoded = (raw: string): string => raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
const LINK = /[?&]token=([\w-]{20,})/

it('R-99 R-37: whatever people do, no secret shows where it has no business', async () => {
  const known: string[] = [...Object.values(SETTINGS), ...PASSWORDS, ...Object.values(CARDS), ACCOUNT_NUMBER]
  const links: string[] = []
  const sessions: string[] = []
  // Sign-up, verification, sign-in with a right and a wrong password, a forgotten one.
  const email = 'maya@people.test'
  const signedUp = await profile('signup', { email, password1: SIGN_UP, password2: SIGN_UP })
  expect(signedUp.status).toBe(200)
  sessions.push(signedUp.body.token)
  links.push(await mailTo(email, LINK))
  expect((await profile('verify-email', { token: links.at(-1) })).status).toBe(200)
  expect((await profile('login', { email, password: WRONG })).status).toBe(400)
  const signedIn = await profile('login', { email, password: SIGN_UP })
  expect(signedIn.status).toBe(200)
  sessions.push(signedIn.body.token)
  const before = mail.received.length
  expect((await profile('forgot-password', { email })).status).toBe(200)
  for (const end = performance.now() + 30_000; mail.received.length === before && performance.now() < end; )
    await sleep(100)
  links.push(await mailTo(email, LINK))
  const reset = await profile('reset-password', { token: links.at(-1), password1: RESET, password2: RESET })
  expect(reset.status).toBe(200)
  // A payment by card, a declined one, one by e-check, a refund, and bodies that are refused with secrets in them.
  const company = await anHttpCompany(test, 'canary-company')
  sessions.push(company.token)
  const invoice = await company.linked()
  sessions.push(invoice.session)
  const at = `${invoice.invoiceId}/payment-options/`
  const pay = (option: string, body: object) =>
    company.payer('POST', `${at}${option}/`, invoice.session, body)
  const paid = await pay('sandbox-card', cardForm('10.00'))
  expect(paid.status).toBe(200)
  expect((await pay('sandbox-card', cardForm('10.00', { number: CARDS.declined }))).status).toBe(402)
  expect((await pay('sandbox-card', { ...cardForm('10.00'), extra: CARDS.good })).status).toBe(400)
  expect((await pay('sandbox-echeck', eCheckForm('10.00', ACCOUNT_NUMBER))).status).toBeLessThan(500)
  const refund = { total: '10.00', total_currency: 'USD', request_id: 'canary-refund', reason: 'Returned' }
  expect((await company.staff('POST', `${paid.body.id}/refund/`, refund)).status).toBe(200)
  await api('/api/pay-link/code/', {}, { host: company.host, token: invoice.session })
  // A bug on the way: what it throws holds what was sent.
  await provokeBug(company.token)
  // The portal: invited, enrolled, signed in.
  const address = 'payer@harbor.test'
  const path = `/api/accounts/${company.accountId}/customers/${invoice.customer.id}/customer-portal/invite/`
  expect((await api(path, { email: address }, { token: company.token })).status).toBe(200)
  links.push(await mailTo(address, LINK))
  const enrolled = await profile(
    'enrol',
    { token: links.at(-1), password1: PORTAL, password2: PORTAL },
    { host: company.host },
  )
  expect(enrolled.status).toBe(200)
  const portal = await profile('login', { email: address, password: PORTAL }, { host: company.host })
  expect(portal.status).toBe(200)
  sessions.push(enrolled.body.token, portal.body.token)
  await sleep(1_500)

  const lines = logged.join('')
  expect(lines).toContain('"message":"request"')
  expect(lines).toContain('"message":"request failed"')
  for (const secret of [...known, ...links, ...sessions]) expect(lines, 'logs').not.toContain(secret)
  for (const people of [email, address]) expect(lines, 'logs').not.toContain(people)
  expect(answers.length).toBeGreaterThan(15)
  for (const { path: url, text } of answers)
    for (const secret of [...known, ...links]) expect(text, `answer of ${url}`).not.toContain(secret)
  // A session's token is told to whoever opened the session, and by no other call.
  const opening = /^\/api\/(profile\/(signup|login|enrol|token-refresh)|pay-link)\//
  for (const { text } of answers.filter(({ path: url }) => !opening.test(url)))
    for (const session of sessions) expect(text).not.toContain(session)
  for (const { raw } of mail.received) {
    const head = decoded(raw.slice(0, raw.indexOf('\r\n\r\n')))
    for (const secret of [...known, ...links, ...sessions]) expect(head, 'mail headers').not.toContain(secret)
    for (const secret of [...known, ...sessions]) expect(decoded(raw), 'mail').not.toContain(secret)
  }
}, 120_000)

/** As if a table had been forgotten: PostgreSQL's own error comes with what it was asked. */
async function provokeBug(token: string): Promise<void> {
  const { default: pg } = await import('pg')
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  await owner.query('alter table throttle_counters rename to gone')
  const password = { email: 'maya@people.test', password: WRONG }
  expect((await profile('login', password, { token })).status).toBe(500)
  await owner.query('alter table gone rename to throttle_counters')
  await owner.end()
}

it('R-37: the built web files hold nothing of the environment they were built in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-built-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const names = ['SECRET', 'SMTP_URL', 'METRICS_TOKEN', 'BACKUP_KEY', 'DATABASE_URL', 'DATABASE_OWNER_URL']
  const values = names.map((name) => canary(name.toLowerCase()))
  const root = fileURLToPath(new URL('../..', import.meta.url))
  await promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--config',
      join(root, 'vite.config.ts'),
      '--outDir',
      folder,
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        ...Object.fromEntries(names.map((name, index) => [name, values[index]])),
      },
    },
  )
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  expect(files.length).toBeGreaterThan(10)
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'latin1')
    for (const value of values) expect(text.includes(value), name).toBe(false)
  }
}, 180_000)
