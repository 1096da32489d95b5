import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Secret as OneTimeKey } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { SIGN_IN_PROVIDER_IDS, type SignInProvider } from '../../domain/people/sign-in-providers.ts'
import { createServer } from '../../server/main/create-server.ts'
import { createIdentityProviders } from '../../server/main/identity-providers.ts'
import { chooseMailTransport } from '../../server/main/mail-transport.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { startWorker } from '../../server/main/start-worker.ts'
import { codeAt } from '../../server/platform/auth/authenticator.ts'
import { readConfig } from '../../server/platform/config.ts'
import { createApp } from '../../server/platform/create-app.ts'
import { newId } from '../../server/platform/ids.ts'
import { createLog } from '../../server/platform/log.ts'
import type { OutgoingMail } from '../../server/platform/mail/mail-transport.ts'
import { A_PASSWORD } from '../../server/rooms/identity/testing.ts'
import { CARDS, cardForm, eCheckForm } from '../../server/rooms/payments/testing.ts'
import { aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { SIMULATED_CLIENT } from '../../simulators/identity/people.ts'
import { signInAt } from '../../simulators/identity/sign-in.ts'
import { startIdentitySimulator } from '../../simulators/identity/start-simulator.ts'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { createFaultyServer, type Fault } from '../../testing/faulty-server.ts'
import { anHttpCompany } from '../../testing/http-company.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { type AuthorizationFlow, pageOf } from '../../testing/provider-round-trips.ts'
import { createTestClock } from '../../testing/test-app.ts'
import type { TestServer } from '../../testing/test-server.ts'

/*
 * Secrets are given to the product in every way there is, and looked for wherever they have no business: in what it logs
 * at its most talkative, in what it answers, in the headers of its mail, and in the built web files.
 */
const canary = (name: string): string => `canary-${name}-${randomBytes(9).toString('hex')}`
const SETTINGS = {
  SECRET: canary('secret-of-the-installation'),
  SMTP: canary('smtp'),
  METRICS: canary('metrics'),
  SECRET_PREVIOUS: canary('secret-before-that'),
  QUICKBOOKS_CLIENT_SECRET: canary('quickbooks'),
  XERO_CLIENT_SECRET: canary('xero'),
  // What the simulated providers know us by; at the two above they refuse us.
  CLIENT_SECRET: SIMULATED_CLIENT.secret,
}
const PASSWORDS = ['signup', 'wrong', 'reset', 'portal'].map(canary)
const [SIGN_UP, WRONG, RESET, PORTAL] = PASSWORDS as [string, string, string, string]
const ACCOUNT_NUMBER = '000123456789'

let test: TestServer
let mail: MailServer
const logged: string[] = []
const answers: { path: string; text: string }[] = []
/** Stands before the mail server, to be wrong on purpose. */
let mailed = (message: OutgoingMail): OutgoingMail => message
const closers: (() => unknown)[] = []

beforeAll(async () => {
  const database = await createTestDatabase()
  closers.push(() => database.drop())
  mail = await startMailServer(0, SETTINGS.SMTP)
  closers.push(() => mail.close())
  const providers = await startIdentitySimulator('http://localhost:3000')
  closers.push(() => providers.close())
  const clock = createTestClock()
  const { SECRET, SECRET_PREVIOUS, QUICKBOOKS_CLIENT_SECRET, XERO_CLIENT_SECRET } = SETTINGS
  const config = {
    ...readConfig({
      ...providers.env,
      NODE_ENV: 'test',
      METRICS_TOKEN: SETTINGS.METRICS,
      ...{ SECRET, SECRET_PREVIOUS, QUICKBOOKS_CLIENT_SECRET, XERO_CLIENT_SECRET },
    }),
    smtpUrl: mail.url.replace('smtp://', `smtp://sender:${SETTINGS.SMTP}@`),
  }
  const opened = await createApp({
    config,
    connection: database.appConfig,
    clock,
    maintain: true,
    log: createLog('debug', (line) => logged.push(line)),
    mail: (db) => {
      const transport = chooseMailTransport(config, db)
      return { ...transport, deliver: (message) => transport.deliver(mailed(message)) }
    },
    processors: createProcessors,
    identityProviders: createIdentityProviders,
  })
  closers.push(() => opened.close())
  const server = await createServer(opened.app, { pages: false })
  closers.push(await startWorker(opened.app))
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

/** The mail's own text, where the secrets of links and codes may stand. Mails before `since` are none of it. */
async function mailTo(address: string, pattern: RegExp, since = 0): Promise<string> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(100)) {
    const received = mail.received.slice(since).filter(({ to }) => to.includes(address))
    for (const { raw } of received.reverse()) {
      const found = pattern.exec(decoded(raw))
      if (found) return found[1]!
    }
  }
  throw new Error(`No mail to ${address} has ${pattern}.`)
}

/** Quoted-printable undone, which breaks long lines and writes an equals sign as =3D. */
const decoded = (raw: string): string => raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
const LINK = /[?&]token=([\w-]{20,})/

it('whatever people do, no secret shows where it has no business', async () => {
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
  for (const people of [email, address]) expect(lines, 'logs').not.toContain(people)
  expect(answers.length).toBeGreaterThan(15)
  const secrets: Secret[] = [
    ...known.map((value) => ({ value })),
    ...links.map((value) => ({ value, mailed: true })),
    // A session's token is told to whoever opened the session, and by no other call.
    ...sessions.map((value) => ({ value, told: OPENING })),
  ]
  expect(leaksOf(secrets)).toEqual([])
  entrusted.push(...secrets)
  await expectMistakesNoticed(secrets, { email, link: links.at(-1)!, session: sessions[0]! })
}, 120_000)

const OPENING = /^\/api\/(profile\/(signup|login|enrol|token-refresh)|pay-link)\//

/** As if a table had been forgotten: PostgreSQL's own error comes with what it was asked. */
async function withoutTable(name: string, work: () => Promise<void>): Promise<void> {
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  await owner.query(`alter table ${name} rename to gone`)
  await work().finally(() => owner.query(`alter table gone rename to ${name}`))
  await owner.end()
}

const provokeBug = (token: string): Promise<void> =>
  withoutTable('throttle_counters', async () => {
    const password = { email: 'maya@people.test', password: WRONG }
    expect((await profile('login', password, { token })).status).toBe(500)
  })

/** A secret, and where it has business: by the addresses whose answers tell it, in a mail's text, in its subject. */
interface Secret {
  readonly value: string
  readonly told?: RegExp
  readonly mailed?: boolean
  readonly inSubject?: boolean
}

/** By itself, as six digits stand in many a longer number. */
const has = (text: string, value: string): boolean =>
  value.length > 8
    ? text.includes(value)
    : text.includes(value) && new RegExp(`(?<![\\w.-])${value}(?![\\w.-])`).test(text)

/** Where one of them stands that has no business there, of what was logged, answered and mailed from these on. */
function leaksOf(
  secrets: readonly Secret[],
  since: { lines: number; answers: number; mails: number } = { lines: 0, answers: 0, mails: 0 },
): string[] {
  const lines = logged.slice(since.lines).join('')
  const said = answers.slice(since.answers)
  const mails = mail.received.slice(since.mails).map(({ raw }) => {
    const text = decoded(raw)
    return { text, head: text.slice(0, text.indexOf('\r\n\r\n')) }
  })
  return secrets.flatMap(({ value, told, mailed, inSubject }) => [
    ...(has(lines, value) ? [`${value} in the logs`] : []),
    ...said
      .filter(({ path, text }) => !told?.test(path) && has(text, value))
      .map(({ path }) => `${value} in the answer of ${path}`),
    ...(!inSubject && mails.some(({ head }) => has(head, value)) ? [`${value} in a mail’s head`] : []),
    ...(!mailed && mails.some(({ text }) => has(text, value)) ? [`${value} in a mail`] : []),
  ])
}

/** What is made wrong on purpose in a server of the same log, and by what call. */
type Slip = readonly [name: string, noticed: RegExp, Fault, call: Pick<ApiCall, 'path'> & Partial<ApiCall>]

/** Every place that is searched holds a secret for once; each has to be found where it is, and as what it is. */
async function expectMistakesNoticed(
  secrets: readonly Secret[],
  { email, link, session }: { email: string; link: string; session: string },
): Promise<void> {
  const body = { email, password: WRONG }
  const at = '/api/profile/login/'
  const slips: readonly Slip[] = [
    [
      'what somebody typed is logged',
      new RegExp(`^${WRONG} in the logs$`),
      {
        before: (request) => test.app.log.info('refused', { typed: (request.body as typeof body).password }),
      },
      { path: at, body },
    ],
    [
      'addresses are logged',
      new RegExp(`^${link} in the logs$`),
      { first: ({ url }) => test.app.log.info('asked for', { url }) },
      { method: 'GET', path: `/api/invites/${link}/` },
    ],
    [
      'a refusal repeats what it was sent',
      new RegExp(`^${WRONG} in the answer of ${at}$`),
      { after: (request) => JSON.stringify({ detail: 'This is wrong.', sent: request.body }) },
      { path: at, body },
    ],
    [
      'the head of an answer names the session',
      new RegExp(`^${session} in the answer of /api/profile/$`),
      { after: ({ headers }, reply) => void reply.header('x-session', headers.authorization!) },
      { method: 'GET', path: '/api/profile/', token: session },
    ],
    [
      'an answer shows a setting of the installation',
      new RegExp(`^${SETTINGS.METRICS} in the answer of /api/installation/$`),
      { after: () => JSON.stringify(test.app.config) },
      { method: 'GET', path: '/api/installation/' },
    ],
  ]
  const mistaken = await createFaultyServer(test, { pages: false }, test.app.db)
  closers.push(() => mistaken.close())
  for (const [name, noticed, mistake, call] of slips) {
    const since = { lines: logged.length, answers: answers.length, mails: mail.received.length }
    mistaken.setFault(mistake)
    const { headers, bytes } = await callApi(mistaken.server, { method: 'POST', ...call })
    answers.push({ path: call.path, text: `${JSON.stringify(headers)}\n${bytes}` })
    expect(leaksOf(secrets, since), name).toContainEqual(expect.stringMatching(noticed))
    logged.splice(since.lines)
    answers.splice(since.answers)
  }
  const before = mail.received.length
  mailed = (message) => ({ ...message, subject: `Yours: ${link}`, text: `Do not forget ${SIGN_UP}.` })
  const delivered = await test.app.mail.deliver({
    ...{ id: newId(test.clock.wallNow()), to: email, fromName: 'Quittance' },
    ...{ subject: 'Your password', text: 'Hello', html: '<p>Hello</p>' },
    ...{ attachments: [], sentAt: '2026-11-20T15:00:00Z' },
  })
  mailed = (message) => message
  expect(delivered).toMatchObject({ ok: true })
  const leaks = leaksOf(secrets, { lines: logged.length, answers: answers.length, mails: before })
  expect(leaks, 'a secret in a subject').toContain(`${link} in a mail’s head`)
  expect(leaks, 'a password in a mail').toContain(`${SIGN_UP} in a mail`)
  mail.received.splice(before)
}

const read = (path: string) => callApi(test.server, { method: 'GET', path })

/** Over the way that somebody goes at a provider: what comes and goes there, our own token, and what the provider gave us. */
async function comeFrom(provider: SignInProvider, keep: Keep): Promise<{ status: number; token: string }> {
  const where = new URLSearchParams({ provider, redirect_url: pageOf(provider) })
  const begun = await callApi<AuthorizationFlow>(test.server, {
    ...{ method: 'GET', path: `/api/profile/authorization-url/?${where}` },
  })
  expect(begun.status).toBe(200)
  const { url, data } = begun.body
  keep(data.state, { told: /authorization-url/ })
  keep(data.browser_key, { told: /authorization-url/ })
  const back = (await signInAt(url, { subject: `canary at ${provider}`, firstName: 'Ada' })).searchParams
  const code = keep(back.get('code')!)
  const iss = back.get('iss')
  const extra = { state: data.state, browser_key: data.browser_key, ...(iss && { iss }) }
  const body = { code, scope: back.get('scope') ?? '', extra_data: extra }
  const fetched = globalThis.fetch
  const given = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
    const reply = await fetched(...asked)
    const told = (await reply
      .clone()
      .json()
      .catch(() => ({}))) as Record<string, unknown>
    for (const name of ['access_token', 'id_token', 'refresh_token'])
      if (typeof told[name] === 'string') keep(told[name])
    return reply
  })
  const answer = await api(`/api/profile/auth-code-exchange/?${where}`, body)
  given.mockRestore()
  return { status: answer.status, token: answer.body?.token }
}

type Keep = (value: string, where?: Omit<Secret, 'value'>) => string

it('nor do secrets of two-step login, invitations, reports, previews, pay links, portals and providers', async () => {
  const secrets: Secret[] = Object.values(SETTINGS).map((value) => ({ value }))
  const keep: Keep = (value, where = {}) => {
    expect(value.length).toBeGreaterThan(5)
    secrets.push({ value, ...where })
    return value
  }
  const company = await anHttpCompany(test, 'canary-rooms')
  const { host, token } = company
  const account = `/api/accounts/${company.accountId}`
  const me = { email: 'owner@canary-rooms.test', password: A_PASSWORD }
  // Two-step login: set up, used by the app and by a recovery code, and with a wrong one.
  const begun = await profile('second-factor', { current_password: A_PASSWORD }, { token })
  const secret = keep(begun.body.secret as string, { told: /\/second-factor\/$/ })
  const shown = () => keep(codeAt(secret, test.clock.wallNow()))
  const confirmed = await profile('second-factor/confirm', { auth_code: shown() }, { token })
  expect(confirmed.status).toBe(200)
  const codes = (confirmed.body.recovery_codes as string[]).map((one) => keep(one, { told: /confirm\/$/ }))
  test.clock.advance(60_000)
  expect((await profile('login', { ...me, auth_code: shown() })).status).toBe(200)
  expect((await profile('login', { ...me, auth_code: codes[0] })).status).toBe(200)
  expect((await profile('login', { ...me, auth_code: keep('99999-99999-99998') })).status).toBe(400)
  // An invitation, whose code stands in addresses.
  const guest = { email: 'guest@people.test', role: 'viewer' }
  expect((await api(`${account}/team/invitations/`, guest, { token })).status).toBe(200)
  const invitation = keep(await mailTo(guest.email, /\/signup\/invite\/([\w-]+)/), { mailed: true })
  expect((await read(`/api/invites/${invitation}/`)).status).toBe(200)
  expect((await read(`/api/invites/${keep(`${invitation}x`)}/`)).status).toBe(400)
  // A shared report.
  const link = { recipient: 'First National Bank', days: 90, shows_customers: true }
  const shared = await api(`${account}/report-links/`, link, { token })
  const report = keep(/token=([\w-]+)/.exec(shared.body.url as string)![1]!, { told: /\/report-links\/$/ })
  expect((await api('/api/ista-report/', { token: report })).status).toBe(200)
  expect((await api('/api/ista-report/', { token: keep(`${report}x`) })).status).toBeLessThan(500)
  // A preview, and the session that it opens.
  const invoice = await company.linked()
  const started = await api(`${account}/customers/${invoice.customer.id}/preview/`, {}, { token })
  const preview = keep(/token=([\w-]+)/.exec(started.body.url as string)![1]!, {
    told: /customers\/.+\/preview\/$/,
  })
  const opened = await api('/api/preview/', { code: preview }, { host })
  expect(opened.status).toBe(200)
  keep(opened.body.token, { told: /^\/api\/preview\/$/ })
  // The code that lets a pay link's holder use stored methods.
  const { email } = invoice.customer
  const payer = { host, token: invoice.session }
  const sinceThen = mail.received.length
  expect((await api('/api/pay-link/code/', {}, payer)).status).toBe(200)
  const unlock = keep(await mailTo(email, /(\d{6}) is your code/, sinceThen), {
    mailed: true,
    inSubject: true,
  })
  expect(
    (await api('/api/pay-link/unlock/', { code: unlock === '100000' ? '100001' : '100000' }, payer)).status,
  ).toBe(400)
  expect((await api('/api/pay-link/unlock/', { code: unlock }, payer)).status).toBe(200)
  // A portal's forgotten password.
  const address = 'forgetful@harbor.test'
  await company.run((ctx) => aPortalLogin(ctx, { email: address, customerIds: [invoice.customer.id] }))
  expect((await profile('forgot-password', { email: address }, { host })).status).toBe(200)
  const reset = keep(await mailTo(address, LINK), { mailed: true })
  const next = keep(canary('portal-reset'))
  const replaced = { token: reset, password1: next, password2: next }
  expect((await profile('reset-password', replaced, { host })).status).toBe(200)
  // Two providers that know us, and two that don't.
  let providerToken = ''
  for (const provider of ['google', 'facebook'] as const) {
    const before = secrets.length
    const come = await comeFrom(provider, keep)
    expect(come.status).toBe(200)
    // State, key and code, and what the provider gave us for these.
    expect(secrets.length - before).toBeGreaterThanOrEqual(4)
    providerToken = keep(come.token, { told: /auth-code-exchange/ })
    const signUp = { token: come.token, email: `${provider}@people.test` }
    const signedUp = await profile('provider-signup', signUp)
    expect(signedUp.status).toBe(200)
    keep(signedUp.body.token, { told: /provider-signup/ })
  }
  const before = secrets.length
  for (const provider of ['quickbooks', 'xero'] as const)
    expect((await comeFrom(provider, keep)).status).toBeGreaterThanOrEqual(400)
  expect(secrets.length - before).toBe(6)
  // A bug under each of them: before anything is looked at, and after all was.
  const renewed = (auth_code: string) =>
    profile('second-factor/recovery-codes', { current_password: A_PASSWORD, auth_code }, { token })
  const again = [
    () => renewed(codes[1]!),
    () => profile('login', { ...me, auth_code: codes[1] }),
    () => read(`/api/invites/${invitation}/`),
    () => api('/api/ista-report/', { token: report }),
    () => api('/api/preview/', { code: preview }, { host }),
    () => api('/api/pay-link/unlock/', { code: unlock }, payer),
    () => profile('reset-password', replaced, { host }),
    () => profile('provider-login', { token: providerToken }),
  ]
  await withoutTable('throttle_counters', async () => {
    for (const call of again) expect((await call()).status).toBe(500)
  })
  await withoutTable('audit_entries', async () => {
    expect((await renewed(codes[1]!)).status).toBe(500)
    expect((await profile('login', { ...me, auth_code: codes[2] })).status).toBe(500)
    expect((await api(`${account}/report-links/`, link, { token })).status).toBe(500)
  })
  await sleep(1_000)
  expect(leaksOf(secrets)).toEqual([])
  entrusted.push(...secrets)
}, 120_000)

/** What the journeys above were given and gave. */
const entrusted: Secret[] = []

/** A mail waits here for its delivery, and its text is forgotten some time after (`platform/mail/forget-mail.ts`). */
const MAILS = 'public.mail_messages'

/** As text, as the bytes of that text, and as the bytes that a second factor's letters stand for. */
function writingsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const key = /^[A-Z2-7]{16,}$/.test(value) ? [OneTimeKey.fromBase32(value).hex.toLowerCase()] : []
  return [value, JSON.stringify(value).slice(1, -1), bytes.toString('hex'), bytes.toString('base64'), ...key]
}

/** Which of the secrets can be read in a dump of the database, and in which table; bytes are hexadecimal there. */
async function readableIn(client: pg.Client, secrets: readonly Secret[]): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ all: string | null }>(
      `select string_agg(t::text, chr(10)) as all from ${name} t`,
    )
    const dumped = rows[0]!.all ?? ''
    for (const { value, mailed } of secrets)
      if (!(mailed && name === MAILS) && writingsOf(value).some((text) => has(dumped, text)))
        found.push(`${value} in ${name}`)
  }
  return found
}

it('the database holds none of them in clear', async () => {
  // Six digits stand in many a longer text by chance.
  const secrets = entrusted.filter(({ value }) => value.length > 8)
  expect(secrets.length).toBeGreaterThan(40)
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  try {
    expect(await readableIn(owner, secrets)).toEqual([])
    const key = secrets.find(({ value }) => /^[A-Z2-7]{16,}$/.test(value))!.value
    const link = secrets.find(({ mailed }) => mailed)!.value
    // Wrong on purpose, each in a transaction that is given back.
    for (const [mistake, value, noticed] of [
      ['update users set password_hash = $1', SIGN_UP, `${SIGN_UP} in public.users`],
      [
        `update users set second_factor_secret = decode($1, 'hex')`,
        OneTimeKey.fromBase32(key).hex,
        `${key} in public.users`,
      ],
      [`update pgboss.job set data = jsonb_build_object('link', $1::text)`, link, `${link} in pgboss.job`],
      [
        `update audit_entries set detail = jsonb_build_object('token', $1::text)`,
        entrusted.find(({ told }) => told === OPENING)!.value,
        'in public.audit_entries',
      ],
    ] as const) {
      await owner.query('begin; set local session_replication_role = replica')
      await owner.query(mistake, [value])
      expect(await readableIn(owner, secrets)).toContainEqual(expect.stringContaining(noticed))
      await owner.query('rollback')
    }
  } finally {
    await owner.end()
  }
}, 60_000)

/** The names of built files that hold one of these. */
async function filesWith(
  folder: string,
  values: readonly string[],
): Promise<{ all: number; found: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const found: string[] = []
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'latin1')
    if (values.some((value) => text.includes(value))) found.push(name)
  }
  return { all: files.length, found }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const vite = join(root, 'node_modules/vite/bin/vite.js')

it('the built web files hold nothing of the environment they were built in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-built-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const names = [
    'SECRET',
    'SECRET_PREVIOUS',
    'SMTP_URL',
    'METRICS_TOKEN',
    'BACKUP_KEY',
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    ...SIGN_IN_PROVIDER_IDS.map((id) => `${id.toUpperCase()}_CLIENT_SECRET`),
  ]
  const values = names.map((name) => canary(name.toLowerCase()))
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    ...Object.fromEntries(names.map((name, index) => [name, values[index]])),
  }
  const build = (args: string[]) =>
    promisify(execFile)(process.execPath, [vite, 'build', ...args], { cwd: root, env: environment })
  const right = join(folder, 'right')
  await build(['--config', join(root, 'vite.config.ts'), '--outDir', right])
  const { all, found } = await filesWith(right, values)
  expect(all).toBeGreaterThan(10)
  expect(found).toEqual([])
  // Wrong on purpose: a page that reads settings, built by somebody who lets it see all of them.
  const wrong = join(folder, 'wrong')
  await mkdir(wrong)
  const page = '<script type="module" src="./page.js"></script>'
  const config = `export default { envPrefix: ['SMTP_', 'SECRET'], build: { sourcemap: true } }`
  await writeFile(join(wrong, 'index.html'), page)
  await writeFile(join(wrong, 'page.js'), 'document.title = JSON.stringify(import.meta.env)')
  await writeFile(join(wrong, 'vite.config.mjs'), config)
  await build([wrong, '--config', join(wrong, 'vite.config.mjs')])
  expect((await filesWith(join(wrong, 'dist'), values)).found).toEqual([expect.stringMatching(/\.js$/)])
}, 180_000)
