import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { type ApiCall, callApi } from '../../../../../testing/call-api.ts'
import { setUpTestServer } from '../../../../../testing/test-server.ts'
import { inAccount } from '../../../../platform/context.ts'
import { consumeMailRateLimit } from '../../../accounts/index.ts'
import { anAccount } from '../../../accounts/testing.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { openSession } from '../../../identity/index.ts'
import { A_PASSWORD } from '../../../identity/testing.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const

const test = setUpTestServer()
let companies = 0
let acme: Company
let rival: Company

beforeEach(async () => {
  // Starts a new window for every rate limit.
  test.clock.advance(DAY_MS)
  acme = await aCompany()
  rival = await aCompany()
})

type Company = Awaited<ReturnType<typeof aCompany>>

async function aCompany() {
  const subDomain = `company-${++companies}`
  const { accountId, owner } = await test.transact((ctx) =>
    anAccount(ctx, {
      ownerEmail: `owner@${subDomain}.test`,
      subDomain,
      company: { name: `Company ${companies}` },
    }),
  )
  const { token } = await test.transact((ctx) => openSession(ctx, { audience: 'staff', userId: owner.id }))
  const run = <T>(work: Parameters<typeof inAccount<T>>[4]) =>
    inAccount(test.app, CALLER, ANYBODY, accountId, work)
  const customer = (name: string, email = '') =>
    run(async (ctx) => (await aCustomer(ctx, { shortName: name, email })).id)
  const mails = () =>
    run((ctx) =>
      ctx.db
        .selectFrom('mail_messages')
        .select(['to_address', 'subject', 'text_body', 'from_name'])
        .orderBy('created_at')
        .execute(),
    )
  return { host: `${subDomain}.localhost`, accountId, token, run, customer, mails }
}

const api = (call: ApiCall) => callApi(test.server, call)
const onPortal = (company: Company, customer: string, verb: string, body?: object) => {
  test.clock.advance(1)
  return api({
    method: verb === '' ? 'GET' : 'POST',
    path: `/api/accounts/${company.accountId}/customers/${customer}/customer-portal/${verb}`,
    token: company.token,
    ...(body && { body }),
  })
}
const invite = (company: Company, customer: string, body: object = {}) =>
  onPortal(company, customer, 'invite/', body)
const linkIn = (text: string) => {
  const url = new URL(/https?:\/\/\S+token=\S+/.exec(text)![0])
  return { origin: url.origin, path: url.pathname, token: url.searchParams.get('token')! }
}
const lastLink = async (company: Company) => linkIn((await company.mails()).at(-1)!.text_body)
const enroll = (company: Company, token: string, password = A_PASSWORD) =>
  api({
    method: 'POST',
    path: '/api/profile/enrol/',
    host: company.host,
    body: { token, password1: password, password2: password },
  })
const account = (company: Company, token: string) =>
  api({ method: 'GET', path: '/api/account/', host: company.host, token })
const logIn = (company: Company, email: string, password = A_PASSWORD) =>
  api({ method: 'POST', path: '/api/profile/login/', host: company.host, body: { email, password } })

describe('portal invitation', () => {
  it('reports its state before the form is shown: open, accepted or ended', async () => {
    const state = async (company: Company, token: string, purpose = 'enrol') => {
      test.clock.advance(1)
      const path = '/api/profile/portal-link/'
      return (await api({ method: 'POST', path, host: company.host, body: { token, purpose } })).body.state
    }
    const customer = await acme.customer('Harbor Foods', 'accounts@harborfoods.test')
    await invite(acme, customer)
    const replaced = (await lastLink(acme)).token
    await invite(acme, customer)
    const { token } = await lastLink(acme)
    expect(await state(acme, token)).toBe('open')
    expect(await state(acme, token), 'asking uses nothing up').toBe('open')
    expect(await state(acme, replaced)).toBe('ended')
    expect(await state(rival, token), 'another portal knows nothing of it').toBe('ended')
    expect(await state(acme, token, 'reset')).toBe('ended')
    expect(await state(acme, 'A'.repeat(43))).toBe('ended')
    expect((await enroll(acme, token)).status).toBe(200)
    expect(await state(acme, token)).toBe('enrolled')
    expect(await state(rival, token)).toBe('ended')
  })

  it('counts as an email of the company, as does an invitation of a changed address', async () => {
    const customer = await acme.customer('Harbor Foods', 'accounts@harborfoods.test')
    await acme.run((ctx) => consumeMailRateLimit(ctx, 298))
    expect((await invite(acme, customer)).status).toBe(200)
    const move = (email: string) => onPortal(acme, customer, 'update-email/', { email })
    expect((await move('new@harborfoods.test')).status).toBe(200)
    expect(await move('newer@harborfoods.test')).toMatchObject({
      status: 429,
      body: { detail: expect.stringContaining('300 emails a day') },
    })
    expect((await invite(acme, customer, { email: 'newest@harborfoods.test' })).status).toBe(429)
    expect((await onPortal(acme, customer, '')).body).toMatchObject({ email: 'new@harborfoods.test' })
    expect(await acme.mails()).toHaveLength(2)
  })

  it('leads the customer from the mail into their portal', async () => {
    const customer = await acme.customer('Harbor Foods', 'accounts@harborfoods.test')
    const before = await onPortal(acme, customer, '')
    expect(before.body).toMatchObject({
      customer,
      email: 'accounts@harborfoods.test',
      invite_accepted: false,
      invited_at: null,
    })
    const invited = await invite(acme, customer)
    expect(invited.body).toMatchObject({
      email: 'accounts@harborfoods.test',
      invite_accepted: false,
      invited_at: expect.any(String),
    })
    const [mail] = await acme.mails()
    expect(mail).toMatchObject({
      to_address: 'accounts@harborfoods.test',
      from_name: expect.stringMatching(/^Company/),
    })
    const link = linkIn(mail!.text_body)
    expect(link).toMatchObject({ origin: `http://${acme.host}:3000`, path: '/customer-portal-site-enrol' })
    const enrolled = await enroll(acme, link.token)
    expect(enrolled).toMatchObject({
      status: 200,
      body: {
        user: { email: 'accounts@harborfoods.test', email_verified: true },
        account: { pk: acme.accountId, role: 'customer' },
      },
    })
    expect((await account(acme, enrolled.body.token)).body).toMatchObject({
      pk: customer,
      short_name: 'Harbor Foods',
    })
    expect((await onPortal(acme, customer, '')).body).toMatchObject({ invite_accepted: true })
    expect((await logIn(acme, 'Accounts@HarborFoods.test')).status).toBe(200)
  })

  it('requires an address', async () => {
    const customer = await acme.customer('Nameless')
    const refused = await invite(acme, customer)
    expect(refused).toMatchObject({ status: 400, body: { email: [expect.any(String)] } })
    expect((await invite(acme, customer, { email: 'not an address' })).status).toBe(400)
    expect((await invite(acme, customer, { email: 'found@people.test' })).body).toMatchObject({
      email: 'found@people.test',
    })
  })

  it("returns 404 for another company's customer", async () => {
    const foreign = await rival.customer('Foreign', 'foreign@people.test')
    for (const verb of ['', 'invite/', 'update-email/']) {
      const body = verb === 'update-email/' ? { email: 'x@people.test' } : {}
      expect((await onPortal(acme, foreign, verb, verb === '' ? undefined : body)).status).toBe(404)
    }
  })

  it('replaces the former link, and works once', async () => {
    const customer = await acme.customer('Harbor Foods', 'accounts@harborfoods.test')
    await invite(acme, customer)
    const first = await lastLink(acme)
    await invite(acme, customer)
    const second = await lastLink(acme)
    const gone = { status: 400, body: { code: 'token_expired' } }
    expect(await enroll(acme, first.token)).toMatchObject(gone)
    expect((await enroll(acme, second.token, 'short')).body).toMatchObject({
      password1: ['Use at least 8 characters.'],
    })
    const uses = await Promise.all(Array.from({ length: 10 }, () => enroll(acme, second.token)))
    expect(uses.filter((use) => use.status === 200)).toHaveLength(1)
    expect(await enroll(acme, second.token)).toMatchObject(gone)
  })

  it('expires after 7 days and is bound to its portal', async () => {
    const customer = await acme.customer('Harbor Foods', 'accounts@harborfoods.test')
    await invite(acme, customer)
    const link = await lastLink(acme)
    expect((await enroll(rival, link.token)).status).toBe(400)
    expect((await enroll({ ...acme, host: 'localhost' }, link.token)).status).toBe(404)
    test.clock.advance(7 * DAY_MS)
    expect((await enroll(acme, link.token)).status).toBe(400)
  })

  it('moves to a new address without the former password', async () => {
    const customer = await acme.customer('Harbor Foods', 'old@people.test')
    await invite(acme, customer)
    const old = await lastLink(acme)
    const oldSession = (await enroll(acme, old.token)).body.token
    const moved = await onPortal(acme, customer, 'update-email/', { email: 'New@People.test' })
    expect(moved.body).toMatchObject({ email: 'new@people.test', invite_accepted: false })
    expect((await account(acme, oldSession)).status).toBe(401)
    expect((await logIn(acme, 'old@people.test')).status).toBe(400)
    expect((await logIn(acme, 'new@people.test')).status).toBe(400)
    expect((await acme.mails()).at(-1)!.to_address).toBe('new@people.test')
    expect((await enroll(acme, (await lastLink(acme)).token, 'a new password')).status).toBe(200)
    expect((await logIn(acme, 'new@people.test', 'a new password')).status).toBe(200)
  })

  it('voids an open link when the login loses its last customer', async () => {
    const customer = await acme.customer('Harbor Foods', 'old@people.test')
    await invite(acme, customer)
    const old = await lastLink(acme)
    await onPortal(acme, customer, 'update-email/', { email: 'new@people.test' })
    expect((await enroll(acme, old.token)).status).toBe(400)
  })

  it('adds a customer to an existing login', async () => {
    const [first, second] = [await acme.customer('Harbor Foods'), await acme.customer('Harbor Catering')]
    await invite(acme, first, { email: 'maya@people.test' })
    const { token } = (await enroll(acme, (await lastLink(acme)).token)).body
    const again = await invite(acme, second, { email: 'maya@people.test' })
    expect(again.body).toMatchObject({ email: 'maya@people.test', invite_accepted: true })
    const mail = (await acme.mails()).at(-1)!
    expect(mail.text_body).toContain(`http://${acme.host}:3000/customer-portal-site-login`)
    const all = await api({ method: 'GET', path: '/api/all-accounts/', host: acme.host, token })
    expect(all.body).toMatchObject({
      count: 2,
      results: [
        { pk: second, short_name: 'Harbor Catering' },
        { pk: first, short_name: 'Harbor Foods' },
      ],
    })
    const found = await api({
      method: 'GET',
      path: '/api/all-accounts/?search=cater&page_size=5',
      host: acme.host,
      token,
    })
    expect(found.body).toMatchObject({ count: 1, results: [{ pk: second }] })
  })
})

describe('portal logins', () => {
  const loginAt = async (company: Company, email: string, password: string) => {
    const customer = await company.customer('Harbor Foods', email)
    await invite(company, customer)
    return (await enroll(company, (await lastLink(company)).token, password)).body.token
  }

  it('are separate for one address at two companies', async () => {
    const [here, there] = [
      await loginAt(acme, 'maya@people.test', 'password at acme'),
      await loginAt(rival, 'maya@people.test', 'password at rival'),
    ]
    expect((await logIn(acme, 'maya@people.test', 'password at rival')).status).toBe(400)
    expect((await logIn(rival, 'maya@people.test', 'password at rival')).status).toBe(200)
    expect((await account(rival, here)).status).toBe(404)
    expect((await account(acme, there)).status).toBe(404)
  })

  it("are found by sub_domain on the app's own host only", async () => {
    await loginAt(acme, 'maya@people.test', A_PASSWORD)
    const by = (sub_domain: string, host = 'localhost') =>
      api({
        method: 'POST',
        path: '/api/profile/login/',
        host,
        body: { email: 'maya@people.test', password: A_PASSWORD, sub_domain },
      })
    const own = acme.host.split('.')[0]!
    expect((await by(own)).status).toBe(200)
    expect((await by(own, acme.host)).status).toBe(200)
    const refusals = [
      await by('no-such-company'),
      await by(rival.host.split('.')[0]!),
      await by(own, rival.host),
      await by(''),
    ]
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 400, body: { code: 'login_failed' } })
  })

  it('are separate from staff logins', async () => {
    await loginAt(acme, 'maya@people.test', A_PASSWORD)
    const staff = (host: string, email: string) =>
      api({ method: 'POST', path: '/api/profile/login/', host, body: { email, password: A_PASSWORD } })
    expect((await staff('localhost', 'maya@people.test')).status).toBe(400)
    const owner = `owner@${acme.host.split('.')[0]}.test`
    expect((await staff(acme.host, owner)).status).toBe(400)
    expect((await staff('localhost', owner)).status).toBe(200)
  })

  it('reset a forgotten password by a link to their own portal, which ends every session', async () => {
    const session = await loginAt(acme, 'maya@people.test', A_PASSWORD)
    test.clock.advance(1)
    const forgot = await api({
      method: 'POST',
      path: '/api/profile/forgot-password/',
      host: acme.host,
      headers: { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' },
      body: { email: 'maya@people.test' },
    })
    expect(forgot.status).toBe(200)
    const link = await lastLink(acme)
    expect(link).toMatchObject({ origin: `http://${acme.host}:3000`, path: '/password-reset-confirmation' })
    const reset = (host: string, password = 'a new password') =>
      api({
        method: 'POST',
        path: '/api/profile/reset-password/',
        host,
        body: { token: link.token, password1: password, password2: password },
      })
    expect((await reset(rival.host)).status).toBe(400)
    expect((await reset(acme.host, 'quittance1')).body).toMatchObject({ password1: [expect.any(String)] })
    expect((await reset(acme.host)).status).toBe(200)
    expect((await reset(acme.host)).status).toBe(400)
    expect((await account(acme, session)).status).toBe(401)
    expect((await logIn(acme, 'maya@people.test')).status).toBe(400)
    expect((await logIn(acme, 'maya@people.test', 'a new password')).status).toBe(200)
  })

  it('get their invitation again on a reset request before they accepted it', async () => {
    const customer = await acme.customer('Harbor Foods', 'maya@people.test')
    await invite(acme, customer)
    test.clock.advance(1)
    await api({
      method: 'POST',
      path: '/api/profile/forgot-password/',
      host: acme.host,
      body: { email: 'maya@people.test' },
    })
    const link = await lastLink(acme)
    expect(link.path).toBe('/customer-portal-site-enrol')
    expect((await enroll(acme, link.token)).status).toBe(200)
  })
})

it('audits each write once', async () => {
  const customer = await acme.customer('Harbor Foods', 'maya@people.test')
  await invite(acme, customer)
  await enroll(acme, (await lastLink(acme)).token)
  await logIn(acme, 'maya@people.test')
  await onPortal(acme, customer, 'update-email/', { email: 'other@people.test' })
  const lines = await acme.run((ctx) =>
    ctx.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_kind'])
      .where('action', 'like', 'portal.%')
      .execute(),
  )
  expect(lines.map((line) => `${line.actor_kind} ${line.action}`).sort()).toEqual([
    'customer portal.enrol',
    'customer portal.log-in',
    'staff portal.invite',
    'staff portal.update-email',
  ])
})
