import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enterAccount, inAccount, inTransaction } from '../../../platform/context.ts'
import { callApi } from '../../../platform/testing/call-api.ts'
import { createTestServer, type TestServer } from '../../../platform/testing/test-server.ts'
import { insertMember } from '../../accounts/index.ts'
import { aMember, anAccount } from '../../accounts/testing.ts'
import { openSession } from '../../identity/index.ts'
import { A_PASSWORD, aUser } from '../../identity/testing.ts'
import { codeIn } from '../testing.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const ANYBODY = { kind: 'anonymous' } as const
const DAY_MS = 24 * 3_600_000
const NEW_PASSWORD = 'nine quiet 7 lanterns'

let test: TestServer
let companies = 0
let acme: Company

beforeAll(async () => {
  test = await createTestServer()
})
afterAll(() => test.close())
beforeEach(async () => {
  // A new window for every throttle.
  test.clock.advance(DAY_MS)
  acme = await aCompany()
})

type Company = Awaited<ReturnType<typeof aCompany>>
const transact = <T>(work: Parameters<typeof inTransaction<T>>[3]) =>
  inTransaction(test.app, CALLER, ANYBODY, work)
const sessionOf = async (userId: string) =>
  (await transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token

async function aCompany() {
  const at = `company-${++companies}`
  const { accountId, owner } = await transact((ctx) =>
    anAccount(ctx, {
      ownerEmail: `owner@${at}.test`,
      subDomain: at,
      company: { name: `Company ${companies}` },
    }),
  )
  const token = await sessionOf(owner.id)
  const team = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: object, as = token) => {
    // So that mails are in the order in which they were written.
    test.clock.advance(1)
    return callApi(test.server, {
      method,
      path: `/api/accounts/${accountId}/team/${path}`,
      token: as,
      ...(body && { body }),
    })
  }
  const mails = () =>
    inAccount(test.app, CALLER, ANYBODY, accountId, ({ db }) =>
      db.selectFrom('mail_messages').select(['to_address', 'subject', 'text_body']).orderBy('id').execute(),
    )
  const invite = async (body: object) => {
    const invited = await team('POST', 'invitations/', body)
    expect(invited.status).toBe(200)
    return codeIn((await mails()).at(-1)!.text_body)
  }
  return { at, accountId, owner, token, team, mails, invite, mail: (who: string) => `${who}@${at}.test` }
}

const readInvite = (code: string) => callApi(test.server, { method: 'GET', path: `/api/invites/${code}/` })
const accept = (code: string, token: string, body: object = {}) =>
  callApi(test.server, { method: 'POST', path: `/api/invites/${code}/accept/`, token, body })
const signUp = (email: string, code: string, password = NEW_PASSWORD) =>
  callApi(test.server, {
    method: 'POST',
    path: `/api/profile/signup/?invite=${code}`,
    body: { email, password1: password, password2: password, first_name: 'Grace', last_name: 'Hopper' },
  })
const logIn = (email: string, password: string) =>
  callApi(test.server, { method: 'POST', path: '/api/profile/login/', body: { email, password } })
const membersOf = async (company: Company) =>
  ((await company.team('GET')).body.members as { email: string; role: string }[])
    .map(({ email, role }) => `${email} ${role}`)
    .sort()

describe('an invitation to work in a company', () => {
  it('R-009 A-003 A-033 leads from the mail to a login of one’s own in that company, proved by the link', async () => {
    const email = acme.mail('grace')
    const code = await acme.invite({ email: ` ${email.toUpperCase()} `, role: 'advisor' })
    expect((await acme.mails()).at(-1)).toMatchObject({
      to_address: email,
      subject: `You are invited to work in Company ${companies}`,
    })
    expect((await acme.team('GET')).body.invitations).toMatchObject([
      { email, role: 'advisor', kind: 'member', expired: false, invited_by: 'Ada King' },
    ])
    for (let times = 0; times < 2; times++)
      expect((await readInvite(code)).body).toEqual({
        ...{ kind: 'member', email, role: 'advisor', company: `Company ${companies}` },
        ...{ invited_by: 'Ada King', has_login: false, expires_at: expect.any(String) },
      })
    const signedUp = await signUp(email, code)
    expect(signedUp).toMatchObject({
      status: 200,
      body: {
        user: { email, email_verified: true, first_name: 'Grace' },
        account: { pk: acme.accountId, role: 'advisor' },
      },
    })
    expect(await membersOf(acme)).toEqual([`${acme.owner.email} owner`, `${email} advisor`].sort())
    expect((await acme.team('GET')).body.invitations).toEqual([])
    expect((await acme.mails()).map(({ to_address, subject }) => `${to_address}: ${subject}`)).toContain(
      `${acme.owner.email}: Grace Hopper accepted your invitation`,
    )
    expect((await readInvite(code)).body.code).toBe('token_expired')
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
  })

  it('T-23 R-17 never changes somebody who has a login: they accept it after logging in', async () => {
    const email = acme.mail('known')
    const known = await transact((ctx) => aUser(ctx, { email, homeAccountId: null, firstName: 'Kay' }))
    const code = await acme.invite({ email, role: 'admin' })
    expect((await readInvite(code)).body.has_login).toBe(true)
    const refused = await signUp(email, code)
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(400)
    const before = await logIn(email, A_PASSWORD)
    expect(before.body).toMatchObject({ user: { first_name: 'Kay' }, account: null })
    expect(await accept(code, before.body.token)).toMatchObject({
      status: 200,
      body: { account: { pk: acme.accountId, role: 'admin' } },
    })
    expect((await accept(code, before.body.token)).body.code).toBe('token_expired')
    expect((await logIn(email, A_PASSWORD)).body.account).toMatchObject({ pk: acme.accountId })
    const home = await transact(({ db }) =>
      db.selectFrom('users').select('home_account_id').where('id', '=', known.id).executeTakeFirstOrThrow(),
    )
    expect(home.home_account_id).toBe(acme.accountId)
  })

  it('R-14 is for one address: neither another sign-up nor another login takes it', async () => {
    const code = await acme.invite({ email: acme.mail('meant'), role: 'viewer' })
    const other = await signUp(acme.mail('other'), code)
    expect(other).toMatchObject({
      status: 400,
      body: { email: ['This invitation was sent to another address.'] },
    })
    const rival = await aCompany()
    const taken = await accept(code, rival.token)
    expect(taken).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    expect(taken.body.detail).toContain(acme.mail('meant'))
    expect(await membersOf(acme)).toEqual([`${acme.owner.email} owner`])
    // Nothing of that used it up.
    expect((await signUp(acme.mail('meant'), code)).status).toBe(200)
  })

  it('R-14 is good once, however many use it at the same moment', async () => {
    const email = acme.mail('many')
    const code = await acme.invite({ email, role: 'viewer' })
    const tries = await Promise.all(Array.from({ length: 20 }, () => signUp(email, code)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(tries.filter(({ status }) => ![200, 400, 409, 429, 503].includes(status))).toEqual([])
    const again = acme.mail('again')
    await transact((ctx) => aUser(ctx, { email: again, homeAccountId: null }))
    const { token } = (await logIn(again, A_PASSWORD)).body
    const second = await acme.invite({ email: again, role: 'viewer' })
    const accepted = await Promise.all(Array.from({ length: 20 }, () => accept(second, token)))
    expect(accepted.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await membersOf(acme)).toHaveLength(3)
  })

  it('R-14 ends: sent again, withdrawn, after seven days, and with its inviter', async () => {
    const first = await acme.invite({ email: acme.mail('late'), role: 'viewer' })
    const [{ pk }] = (await acme.team('GET')).body.invitations as [{ pk: string }]
    expect((await acme.team('POST', `invitations/${pk}/send/`, {})).status).toBe(200)
    const second = codeIn((await acme.mails()).at(-1)!.text_body)
    expect((await readInvite(first)).body.code).toBe('token_expired')
    expect((await readInvite(second)).status).toBe(200)
    expect((await acme.team('DELETE', `invitations/${pk}/`)).status).toBe(200)
    expect((await readInvite(second)).body.code).toBe('token_expired')
    expect((await signUp(acme.mail('late'), second)).body.code).toBe('token_expired')
    expect((await acme.team('POST', `invitations/${pk}/send/`, {})).status).toBe(404)
    const third = await acme.invite({ email: acme.mail('late'), role: 'viewer' })
    test.clock.advance(7 * DAY_MS)
    expect((await readInvite(third)).body.code).toBe('token_expired')
    const admin = await transact((ctx) =>
      aMember(ctx, { accountId: acme.accountId, email: acme.mail('admin'), role: 'admin' }),
    )
    const as = await sessionOf(admin.id)
    const owner = await sessionOf(acme.owner.id)
    await acme.team('POST', 'invitations/', { email: acme.mail('private'), role: 'admin' }, as)
    const promised = codeIn((await acme.mails()).at(-1)!.text_body)
    expect((await readInvite(promised)).status).toBe(200)
    await acme.team('PATCH', `members/${admin.id}/`, { role: 'viewer' }, owner)
    expect((await readInvite(promised)).body.code).toBe('token_expired')
  })

  it('is refused beside its field where it makes no sense', async () => {
    const invite = async (body: object) => (await acme.team('POST', 'invitations/', body)).body
    await acme.invite({ email: acme.mail('twice'), role: 'viewer' })
    expect(await invite({ email: acme.mail('Twice'), role: 'admin' })).toEqual({
      email: ['They have been invited already. You can send that invitation again.'],
    })
    expect(await invite({ email: acme.owner.email, role: 'admin' })).toEqual({
      email: ['They work in this company already.'],
    })
    expect(await invite({ email: acme.mail('new') })).toEqual({ role: ['Choose a role.'] })
    expect(await invite({ email: acme.mail('new'), role: 'owner' })).toEqual({ role: ['Choose a role.'] })
    expect(await invite({ email: 'nobody', role: 'viewer' })).toHaveProperty('email')
    expect(await invite({ kind: 'client', email: acme.mail('new'), role: 'viewer' })).toHaveProperty('role')
    expect((await acme.mails()).filter(({ subject }) => /invited/.test(subject))).toHaveLength(1)
  })
})

describe('an invitation of a client company', () => {
  it('R-32 opens the client’s own company, with who invited as its advisor', async () => {
    const email = acme.mail('client')
    const code = await acme.invite({ kind: 'client', email })
    expect((await readInvite(code)).body).toMatchObject({ kind: 'client', role: null })
    const signedUp = await signUp(email, code)
    expect(signedUp.body).toMatchObject({ account: { role: 'owner' }, user: { email_verified: true } })
    const { pk: clientId } = signedUp.body.account as { pk: string }
    expect(clientId).not.toBe(acme.accountId)
    const accounts = await callApi(test.server, { method: 'GET', path: '/api/accounts/', token: acme.token })
    expect(
      (accounts.body.results as { pk: string; role: string }[]).map(({ pk, role }) => `${pk} ${role}`).sort(),
    ).toEqual([`${acme.accountId} owner`, `${clientId} advisor`].sort())
    // The client's people are none of the inviting company's business, and the other way round.
    expect(await membersOf(acme)).toEqual([`${acme.owner.email} owner`])
    const reverse = await callApi(test.server, {
      method: 'GET',
      path: `/api/accounts/${acme.accountId}/`,
      token: signedUp.body.token,
    })
    expect(reverse.status).toBe(404)
  })

  it('R-32 is accepted for a company that one owns, and no other', async () => {
    const client = await aCompany()
    const code = await acme.invite({ kind: 'client', email: client.owner.email })
    expect((await accept(code, client.token)).body).toHaveProperty('account')
    expect((await accept(code, client.token, { account: acme.accountId })).status).toBe(404)
    const elsewhere = await aCompany()
    await transact(async (ctx) => {
      await insertMember(await enterAccount(ctx, elsewhere.accountId), client.owner.id, 'admin')
    })
    expect((await accept(code, client.token, { account: elsewhere.accountId })).status).toBe(400)
    expect((await accept(code, client.token, { account: client.accountId })).status).toBe(200)
    expect(await membersOf(client)).toEqual(
      [`${client.owner.email} owner`, `${acme.owner.email} advisor`].sort(),
    )
    expect(await membersOf(elsewhere)).not.toContain(`${acme.owner.email} advisor`)
  })
})
