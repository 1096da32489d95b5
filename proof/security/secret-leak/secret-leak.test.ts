import { setTimeout as sleep } from 'node:timers/promises'
import { Secret as OneTimeKey } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import { codeAt } from '../../../server/platform/auth/authenticator.ts'
import { newId } from '../../../server/platform/ids.ts'
import { A_PASSWORD } from '../../../server/rooms/identity/testing.ts'
import { CARDS, cardForm, eCheckForm } from '../../../server/rooms/payments/testing.ts'
import { aPortalLogin } from '../../../server/rooms/portal/testing.ts'
import { type ApiCall, callApi } from '../../../testing/call-api.ts'
import { createFaultyServer, type Fault } from '../../../testing/faulty-server.ts'
import { anHttpCompany } from '../../../testing/http-company.ts'
import { completeProviderFlow, type KeepSecret } from './complete-provider-flow.ts'
import { findInDatabase } from './find-in-database.ts'
import { canary, openSecretWatch, SETTINGS, type Secret, type SecretWatch } from './secret-watch.ts'

/*
 * Passes secrets to the product in every way there is, and searches its most verbose logs, its responses, its
 * emails and its database for them.
 */
const PASSWORDS = ['signup', 'wrong', 'reset', 'portal'].map(canary)
const [SIGN_UP, WRONG, RESET, PORTAL] = PASSWORDS as [string, string, string, string]
const ACCOUNT_NUMBER = '000123456789'
const LINK = /[?&]token=([\w-]{20,})/

let watch: SecretWatch
/** The secrets of all tests so far. */
const allSecrets: Secret[] = []

beforeAll(async () => {
  watch = await openSecretWatch()
})
afterAll(() => watch?.close())

it('no secret of sign-up, log-in, payments and the portal leaks', async () => {
  const known: string[] = [...Object.values(SETTINGS), ...PASSWORDS, ...Object.values(CARDS), ACCOUNT_NUMBER]
  const links: string[] = []
  const sessions: string[] = []
  // Sign-up, verification, log-ins with a correct and a wrong password, a reset.
  const email = 'maya@people.test'
  const signedUp = await watch.callProfile('signup', { email, password1: SIGN_UP, password2: SIGN_UP })
  expect(signedUp.status).toBe(200)
  sessions.push(signedUp.body.token)
  links.push(await watch.findInMail(email, LINK))
  expect((await watch.callProfile('verify-email', { token: links.at(-1) })).status).toBe(200)
  expect((await watch.callProfile('login', { email, password: WRONG })).status).toBe(400)
  const signedIn = await watch.callProfile('login', { email, password: SIGN_UP })
  expect(signedIn.status).toBe(200)
  sessions.push(signedIn.body.token)
  const before = watch.mail.received.length
  expect((await watch.callProfile('forgot-password', { email })).status).toBe(200)
  for (
    const end = performance.now() + 120_000;
    watch.mail.received.length === before && performance.now() < end;
  )
    await sleep(100)
  links.push(await watch.findInMail(email, LINK))
  const reset = await watch.callProfile('reset-password', {
    token: links.at(-1),
    password1: RESET,
    password2: RESET,
  })
  expect(reset.status).toBe(200)
  // A payment by card, a declined one, one by e-check, a refund, and refused bodies that contain secrets.
  const company = await anHttpCompany(watch.test, 'canary-company')
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
  await watch.call('/api/pay-link/code/', {}, { host: company.host, token: invoice.session })
  // An internal error whose text contains the request's values.
  await provokeError(company.token)
  // The portal: invitation, enrollment, log-in.
  const address = 'payer@harbor.test'
  const path = `/api/accounts/${company.accountId}/customers/${invoice.customer.id}/customer-portal/invite/`
  expect((await watch.call(path, { email: address }, { token: company.token })).status).toBe(200)
  links.push(await watch.findInMail(address, LINK))
  const enrolled = await watch.callProfile(
    'enrol',
    { token: links.at(-1), password1: PORTAL, password2: PORTAL },
    { host: company.host },
  )
  expect(enrolled.status).toBe(200)
  const portal = await watch.callProfile(
    'login',
    { email: address, password: PORTAL },
    { host: company.host },
  )
  expect(portal.status).toBe(200)
  sessions.push(enrolled.body.token, portal.body.token)
  // A login link, and the code that leads from the pay link to the portal.
  await watch.callProfile('login-link', { email: address }, { host: company.host })
  links.push(await watch.findInMail(address, /[?&]link=([\w-]{20,})/))
  const linked = await watch.callProfile('login-link/open', { token: links.at(-1) }, { host: company.host })
  expect(linked.status).toBe(200)
  sessions.push(linked.body.token)
  const byLink = { host: company.host, token: invoice.session }
  expect((await watch.call('/api/pay-link/portal-code/', {}, byLink)).status).toBe(200)
  await sleep(1_500)

  const lines = watch.logged.join('')
  expect(lines).toContain('"message":"request"')
  expect(lines).toContain('"message":"request failed"')
  for (const people of [email, address]) expect(lines, 'logs').not.toContain(people)
  expect(watch.responses.length).toBeGreaterThan(15)
  const secrets: Secret[] = [
    ...known.map((value) => ({ value })),
    ...links.map((value) => ({ value, mailed: true })),
    // Only the call that opens a session returns its token.
    ...sessions.map((value) => ({ value, shownBy: OPENS_SESSION })),
  ]
  expect(watch.leaksOf(secrets)).toEqual([])
  allSecrets.push(...secrets)
  await expectBugsDetected(secrets, { email, link: links.at(-1)!, session: sessions[0]! })
})

const OPENS_SESSION = /^\/api\/(profile\/(signup|login|login-link\/open|enrol|token-refresh)|pay-link)\//

const provokeError = (token: string): Promise<void> =>
  watch.withoutTable('throttle_counters', async () => {
    const password = { email: 'maya@people.test', password: WRONG }
    expect((await watch.callProfile('login', password, { token })).status).toBe(500)
  })

/** A bug in a server with the same log, and the call that reveals it. */
type LeakBug = readonly [name: string, leak: RegExp, Fault, call: Pick<ApiCall, 'path'> & Partial<ApiCall>]

/** Leaks a secret into each searched medium and expects that the leak is found. */
async function expectBugsDetected(
  secrets: readonly Secret[],
  { email, link, session }: { email: string; link: string; session: string },
): Promise<void> {
  const body = { email, password: WRONG }
  const at = '/api/profile/login/'
  const bugs: readonly LeakBug[] = [
    [
      'request values are logged',
      new RegExp(`^${WRONG} in the logs$`),
      {
        before: (request) =>
          watch.test.app.log.info('refused', { typed: (request.body as typeof body).password }),
      },
      { path: at, body },
    ],
    [
      'request paths are logged',
      new RegExp(`^${link} in the logs$`),
      { first: ({ url }) => watch.test.app.log.info('asked for', { url }) },
      { method: 'GET', path: `/api/invites/${link}/` },
    ],
    [
      'a refusal repeats the request',
      new RegExp(`^${WRONG} in the response of ${at}$`),
      { after: (request) => JSON.stringify({ detail: 'This is wrong.', sent: request.body }) },
      { path: at, body },
    ],
    [
      'a response header contains the session token',
      new RegExp(`^${session} in the response of /api/profile/$`),
      { after: ({ headers }, reply) => void reply.header('x-session', headers.authorization!) },
      { method: 'GET', path: '/api/profile/', token: session },
    ],
    [
      'a response shows a setting',
      new RegExp(`^${SETTINGS.METRICS} in the response of /api/installation/$`),
      { after: () => JSON.stringify(watch.test.app.config) },
      { method: 'GET', path: '/api/installation/' },
    ],
  ]
  const faulty = await createFaultyServer(watch.test, { pages: false }, watch.test.app.db)
  onTestFinished(() => faulty.close())
  for (const [name, leak, fault, call] of bugs) {
    const since = watch.position()
    faulty.setFault(fault)
    const { headers, bytes } = await callApi(faulty.server, { method: 'POST', ...call })
    watch.responses.push({ path: call.path, text: `${JSON.stringify(headers)}\n${bytes}` })
    expect(watch.leaksOf(secrets, since), name).toContainEqual(expect.stringMatching(leak))
    watch.logged.splice(since.lines)
    watch.responses.splice(since.responses)
  }
  const before = watch.position()
  watch.changeMail((message) => ({
    ...message,
    subject: `Yours: ${link}`,
    text: `Do not forget ${SIGN_UP}.`,
  }))
  const delivered = await watch.test.app.mail.deliver({
    ...{ id: newId(watch.test.clock.wallNow()), to: email, fromName: 'Quittance' },
    ...{ subject: 'Your password', text: 'Hello', html: '<p>Hello</p>' },
    ...{ attachments: [], sentAt: '2026-11-20T15:00:00Z' },
  })
  watch.changeMail((message) => message)
  expect(delivered).toMatchObject({ ok: true })
  const leaks = watch.leaksOf(secrets, before)
  expect(leaks, 'a secret in a subject').toContain(`${link} in the head of a mail`)
  expect(leaks, 'a password in a mail').toContain(`${SIGN_UP} in a mail`)
  watch.mail.received.splice(before.mails)
}

it('no secret of two-step login, invitations, reports, previews, pay links and providers leaks', async () => {
  const secrets: Secret[] = Object.values(SETTINGS).map((value) => ({ value }))
  const keep: KeepSecret = (value, where = {}) => {
    expect(value.length).toBeGreaterThan(5)
    secrets.push({ value, ...where })
    return value
  }
  const company = await anHttpCompany(watch.test, 'canary-rooms')
  const { host, token } = company
  const account = `/api/accounts/${company.accountId}`
  const me = { email: 'owner@canary-rooms.test', password: A_PASSWORD }
  // Two-step login: setup, a log-in with the app, one with a recovery code and one with a wrong code.
  const begun = await watch.callProfile('second-factor', { current_password: A_PASSWORD }, { token })
  const secret = keep(begun.body.secret as string, { shownBy: /\/second-factor\/$/ })
  const appCode = () => keep(codeAt(secret, watch.test.clock.wallNow()))
  const confirmed = await watch.callProfile('second-factor/confirm', { auth_code: appCode() }, { token })
  expect(confirmed.status).toBe(200)
  const codes = (confirmed.body.recovery_codes as string[]).map((one) => keep(one, { shownBy: /confirm\/$/ }))
  watch.test.clock.advance(MINUTE_MS)
  expect((await watch.callProfile('login', { ...me, auth_code: appCode() })).status).toBe(200)
  expect((await watch.callProfile('login', { ...me, auth_code: codes[0] })).status).toBe(200)
  expect((await watch.callProfile('login', { ...me, auth_code: keep('99999-99999-99998') })).status).toBe(400)
  // An invitation, whose code is part of a path.
  const guest = { email: 'guest@people.test', role: 'viewer' }
  expect((await watch.call(`${account}/team/invitations/`, guest, { token })).status).toBe(200)
  const invitation = keep(await watch.findInMail(guest.email, /\/signup\/invite\/([\w-]+)/), { mailed: true })
  expect((await watch.read(`/api/invites/${invitation}/`)).status).toBe(200)
  expect((await watch.read(`/api/invites/${keep(`${invitation}x`)}/`)).status).toBe(400)
  // A shared report.
  const link = { recipient: 'First National Bank', days: 90, shows_customers: true }
  const shared = await watch.call(`${account}/report-links/`, link, { token })
  const report = keep(/token=([\w-]+)/.exec(shared.body.url as string)![1]!, { shownBy: /\/report-links\/$/ })
  expect((await watch.call('/api/ista-report/', { token: report })).status).toBe(200)
  expect((await watch.call('/api/ista-report/', { token: keep(`${report}x`) })).status).toBeLessThan(500)
  // A preview and its session.
  const invoice = await company.linked()
  const started = await watch.call(`${account}/customers/${invoice.customer.id}/preview/`, {}, { token })
  const preview = keep(/token=([\w-]+)/.exec(started.body.url as string)![1]!, {
    shownBy: /customers\/.+\/preview\/$/,
  })
  const opened = await watch.call('/api/preview/', { code: preview }, { host })
  expect(opened.status).toBe(200)
  keep(opened.body.token, { shownBy: /^\/api\/preview\/$/ })
  // The code that unlocks stored methods for the holder of a pay link.
  const { email } = invoice.customer
  const payer = { host, token: invoice.session }
  const sentBefore = watch.mail.received.length
  expect((await watch.call('/api/pay-link/code/', {}, payer)).status).toBe(200)
  const unlock = keep(await watch.findInMail(email, /(\d{6}) is your code/, sentBefore), {
    mailed: true,
    inSubject: true,
  })
  expect(
    (await watch.call('/api/pay-link/unlock/', { code: unlock === '100000' ? '100001' : '100000' }, payer))
      .status,
  ).toBe(400)
  expect((await watch.call('/api/pay-link/unlock/', { code: unlock }, payer)).status).toBe(200)
  // A password reset in a portal.
  const address = 'forgetful@harbor.test'
  await company.run((ctx) => aPortalLogin(ctx, { email: address, customerIds: [invoice.customer.id] }))
  expect((await watch.callProfile('forgot-password', { email: address }, { host })).status).toBe(200)
  const reset = keep(await watch.findInMail(address, LINK), { mailed: true })
  const next = keep(canary('portal-reset'))
  const replaced = { token: reset, password1: next, password2: next }
  expect((await watch.callProfile('reset-password', replaced, { host })).status).toBe(200)
  // Two providers that accept the client secret, and two that refuse it.
  let providerToken = ''
  for (const provider of ['google', 'facebook'] as const) {
    const before = secrets.length
    const callback = await completeProviderFlow(watch, provider, keep)
    expect(callback.status).toBe(200)
    // State, browser key, code and at least one token of the provider.
    expect(secrets.length - before).toBeGreaterThanOrEqual(4)
    providerToken = keep(callback.token, { shownBy: /auth-code-exchange/ })
    const signUp = { token: callback.token, email: `${provider}@people.test` }
    const signedUp = await watch.callProfile('provider-signup', signUp)
    expect(signedUp.status).toBe(200)
    keep(signedUp.body.token, { shownBy: /provider-signup/ })
  }
  const before = secrets.length
  for (const provider of ['quickbooks', 'xero'] as const)
    expect((await completeProviderFlow(watch, provider, keep)).status).toBeGreaterThanOrEqual(400)
  expect(secrets.length - before).toBe(6)
  // An internal error in each route: at its beginning and at its end.
  const renewed = (auth_code: string) =>
    watch.callProfile('second-factor/recovery-codes', { current_password: A_PASSWORD, auth_code }, { token })
  const calls = [
    () => renewed(codes[1]!),
    () => watch.callProfile('login', { ...me, auth_code: codes[1] }),
    () => watch.read(`/api/invites/${invitation}/`),
    () => watch.call('/api/ista-report/', { token: report }),
    () => watch.call('/api/preview/', { code: preview }, { host }),
    () => watch.call('/api/pay-link/unlock/', { code: unlock }, payer),
    () => watch.callProfile('reset-password', replaced, { host }),
    () => watch.callProfile('provider-login', { token: providerToken }),
  ]
  await watch.withoutTable('throttle_counters', async () => {
    for (const call of calls) expect((await call()).status).toBe(500)
  })
  await watch.withoutTable('audit_entries', async () => {
    expect((await renewed(codes[1]!)).status).toBe(500)
    expect((await watch.callProfile('login', { ...me, auth_code: codes[2] })).status).toBe(500)
    expect((await watch.call(`${account}/report-links/`, link, { token })).status).toBe(500)
  })
  await sleep(1_000)
  expect(watch.leaksOf(secrets)).toEqual([])
  allSecrets.push(...secrets)
})

it('the database contains none of these secrets in clear text', async () => {
  // Without six-digit codes, which occur in longer texts by chance.
  const secrets = allSecrets.filter(({ value }) => value.length > 8)
  expect(secrets.length).toBeGreaterThan(40)
  const owner = new pg.Client(watch.test.ownerConfig)
  await owner.connect()
  try {
    expect(await findInDatabase(owner, secrets)).toEqual([])
    const key = secrets.find(({ value }) => /^[A-Z2-7]{16,}$/.test(value))!.value
    const link = secrets.find(({ mailed }) => mailed)!.value
    // Detects secrets that are stored in clear text, each in a transaction that is rolled back.
    for (const [statement, value, leak] of [
      ['update users set password_hash = $1', SIGN_UP, `${SIGN_UP} in public.users`],
      [
        `update users set second_factor_secret = decode($1, 'hex')`,
        OneTimeKey.fromBase32(key).hex,
        `${key} in public.users`,
      ],
      [`update pgboss.job set data = jsonb_build_object('link', $1::text)`, link, `${link} in pgboss.job`],
      [
        `update audit_entries set detail = jsonb_build_object('token', $1::text)`,
        allSecrets.find(({ shownBy }) => shownBy === OPENS_SESSION)!.value,
        'in public.audit_entries',
      ],
    ] as const) {
      await owner.query('begin; set local session_replication_role = replica')
      await owner.query(statement, [value])
      expect(await findInDatabase(owner, secrets)).toContainEqual(expect.stringContaining(leak))
      await owner.query('rollback')
    }
  } finally {
    await owner.end()
  }
})
