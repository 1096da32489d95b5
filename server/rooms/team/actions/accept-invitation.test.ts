import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { callApi } from '../../../../testing/call-api.ts'
import { enterAccount } from '../../../platform/context.ts'
import { insertMember } from '../../accounts/index.ts'
import { A_PASSWORD, aUser } from '../../identity/testing.ts'
import { type Company, codeIn, setUpTeams } from '../testing.ts'

const NEW_PASSWORD = 'nine quiet 7 lanterns'

const { test, teams, acme } = setUpTeams()

const invite = async (company: Company, body: object): Promise<string> => {
  const invited = await company.call(company.owner, 'POST', 'invitations/', body)
  expect(invited.status).toBe(200)
  return codeIn((await company.mails()).at(-1)!.text_body)
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
  (await company.members(company.owner)).map(({ email, role }) => `${email} ${role}`).sort()

describe('invitation of a member', () => {
  it('leads from the mail to a verified login in the company', async () => {
    const email = acme.mail('grace')
    const code = await invite(acme, { email: ` ${email.toUpperCase()} `, role: 'advisor' })
    expect((await acme.mails()).at(-1)).toMatchObject({
      to_address: email,
      subject: `You are invited to work in ${acme.name}`,
    })
    expect((await acme.call(acme.owner, 'GET')).body.invitations).toMatchObject([
      { email, role: 'advisor', kind: 'member', expired: false, invited_by: 'Ada King' },
    ])
    for (let times = 0; times < 2; times++)
      expect((await readInvite(code)).body).toEqual({
        ...{ kind: 'member', email, role: 'advisor', company: acme.name },
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
    expect((await acme.call(acme.owner, 'GET')).body.invitations).toEqual([])
    expect((await acme.mails()).map(({ to_address, subject }) => `${to_address}: ${subject}`)).toContain(
      `${acme.owner.email}: Grace Hopper accepted your invitation`,
    )
    expect((await readInvite(code)).body.code).toBe('token_expired')
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
  })

  it('never changes a person who has a login; they accept it after logging in', async () => {
    const email = acme.mail('known')
    const known = await test.transact((ctx) => aUser(ctx, { email, homeAccountId: null, firstName: 'Kay' }))
    const code = await invite(acme, { email, role: 'admin' })
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
    const home = await test.transact(({ db }) =>
      db.selectFrom('users').select('home_account_id').where('id', '=', known.id).executeTakeFirstOrThrow(),
    )
    expect(home.home_account_id).toBe(acme.accountId)
  })

  it("opens a company of one's own on a sign-up without a code", async () => {
    const signedUp = await signUp(acme.mail('alone'), '')
    expect(signedUp).toMatchObject({ status: 200, body: { account: { role: 'owner' } } })
  })

  it('is valid for one address only, for sign-ups and for logins', async () => {
    const code = await invite(acme, { email: acme.mail('meant'), role: 'viewer' })
    const other = await signUp(acme.mail('other'), code)
    expect(other).toMatchObject({
      status: 400,
      body: { email: ['This invitation was sent to another address.'] },
    })
    const rival = await teams.aCompany()
    const taken = await accept(code, rival.owner.token)
    expect(taken).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    expect(taken.body.detail).toContain(acme.mail('meant'))
    expect(await membersOf(acme)).toEqual([`${acme.owner.email} owner`])
    // None of these attempts used it up.
    expect((await signUp(acme.mail('meant'), code)).status).toBe(200)
  })

  it('succeeds once in parallel uses', async () => {
    const email = acme.mail('many')
    const code = await invite(acme, { email, role: 'viewer' })
    const tries = await Promise.all(Array.from({ length: 20 }, () => signUp(email, code)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(tries.filter(({ status }) => ![200, 400, 409, 429, 503].includes(status))).toEqual([])
    const again = acme.mail('again')
    await test.transact((ctx) => aUser(ctx, { email: again, homeAccountId: null }))
    const { token } = (await logIn(again, A_PASSWORD)).body
    const second = await invite(acme, { email: again, role: 'viewer' })
    const accepted = await Promise.all(Array.from({ length: 20 }, () => accept(second, token)))
    expect(accepted.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await membersOf(acme)).toHaveLength(3)
  })

  it('ends when it is sent again, withdrawn, seven days old, or when its inviter leaves', async () => {
    const first = await invite(acme, { email: acme.mail('late'), role: 'viewer' })
    const [{ pk }] = (await acme.call(acme.owner, 'GET')).body.invitations as [{ pk: string }]
    expect((await acme.call(acme.owner, 'POST', `invitations/${pk}/send/`, {})).status).toBe(200)
    const second = codeIn((await acme.mails()).at(-1)!.text_body)
    expect((await readInvite(first)).body.code).toBe('token_expired')
    expect((await readInvite(second)).status).toBe(200)
    expect((await acme.call(acme.owner, 'DELETE', `invitations/${pk}/`)).status).toBe(200)
    expect((await readInvite(second)).body.code).toBe('token_expired')
    expect((await signUp(acme.mail('late'), second)).body.code).toBe('token_expired')
    expect((await acme.call(acme.owner, 'POST', `invitations/${pk}/send/`, {})).status).toBe(404)
    const third = await invite(acme, { email: acme.mail('late'), role: 'viewer' })
    test.clock.advance(7 * DAY_MS)
    expect((await readInvite(third)).body.code).toBe('token_expired')
    const admin = await acme.join('admin')
    await acme.call(admin, 'POST', 'invitations/', { email: acme.mail('private'), role: 'admin' })
    const promised = codeIn((await acme.mails()).at(-1)!.text_body)
    expect((await readInvite(promised)).status).toBe(200)
    await acme.call(await teams.signedIn(acme.owner), 'PATCH', `members/${admin.id}/`, { role: 'viewer' })
    expect((await readInvite(promised)).body.code).toBe('token_expired')
  })

  it('is refused beside the invalid field', async () => {
    const asked = async (body: object) => (await acme.call(acme.owner, 'POST', 'invitations/', body)).body
    await invite(acme, { email: acme.mail('twice'), role: 'viewer' })
    expect(await asked({ email: acme.mail('Twice'), role: 'admin' })).toEqual({
      email: ['They’re already invited. You can send that invitation again.'],
    })
    expect(await asked({ email: acme.owner.email, role: 'admin' })).toEqual({
      email: ['They already work in this company.'],
    })
    expect(await asked({ email: acme.mail('new') })).toEqual({ role: ['Choose a role.'] })
    expect(await asked({ email: acme.mail('new'), role: 'owner' })).toEqual({ role: ['Choose a role.'] })
    expect(await asked({ email: 'nobody', role: 'viewer' })).toHaveProperty('email')
    expect(await asked({ kind: 'client', email: acme.mail('new'), role: 'viewer' })).toHaveProperty('role')
    expect((await acme.mails()).filter(({ subject }) => /invited/.test(subject))).toHaveLength(1)
  })
})

/** Audit entries of a company about its advisors. */
const advisorsTaken = (accountId: string) =>
  test.transact(async (ctx) =>
    (await enterAccount(ctx, accountId)).db
      .selectFrom('audit_entries')
      .select(['actor_label', 'object_id'])
      .where('account_id', '=', accountId)
      .where('action', '=', 'team.take-advisor')
      .execute(),
  )

describe('invitation of a client company', () => {
  it("opens the client's own company with the inviter as its advisor", async () => {
    const email = acme.mail('client')
    const code = await invite(acme, { kind: 'client', email })
    expect((await readInvite(code)).body).toMatchObject({ kind: 'client', role: null })
    const signedUp = await signUp(email, code)
    expect(signedUp.body).toMatchObject({ account: { role: 'owner' }, user: { email_verified: true } })
    const { pk: clientId } = signedUp.body.account as { pk: string }
    expect(clientId).not.toBe(acme.accountId)
    expect(await advisorsTaken(clientId)).toEqual([{ actor_label: email, object_id: acme.owner.id }])
    const accounts = await callApi(test.server, {
      method: 'GET',
      path: '/api/accounts/',
      token: acme.owner.token,
    })
    expect(
      (accounts.body.results as { pk: string; role: string }[]).map(({ pk, role }) => `${pk} ${role}`).sort(),
    ).toEqual([`${acme.accountId} owner`, `${clientId} advisor`].sort())
    // Neither company sees the other's members.
    expect(await membersOf(acme)).toEqual([`${acme.owner.email} owner`])
    const reverse = await callApi(test.server, {
      method: 'GET',
      path: `/api/accounts/${acme.accountId}/`,
      token: signedUp.body.token,
    })
    expect(reverse.status).toBe(404)
  })

  it('is accepted only for a company that the person owns', async () => {
    const client = await teams.aCompany()
    const code = await invite(acme, { kind: 'client', email: client.owner.email })
    expect((await accept(code, client.owner.token)).body).toHaveProperty('account')
    expect((await accept(code, client.owner.token, { account: acme.accountId })).status).toBe(404)
    const elsewhere = await teams.aCompany()
    await test.transact(async (ctx) => {
      await insertMember(await enterAccount(ctx, elsewhere.accountId), client.owner.id, 'admin')
    })
    expect((await accept(code, client.owner.token, { account: elsewhere.accountId })).status).toBe(400)
    expect((await accept(code, client.owner.token, { account: client.accountId })).status).toBe(200)
    expect(await membersOf(client)).toEqual(
      [`${client.owner.email} owner`, `${acme.owner.email} advisor`].sort(),
    )
    expect(await membersOf(elsewhere)).not.toContain(`${acme.owner.email} advisor`)
    const taken = [{ actor_label: client.owner.email, object_id: acme.owner.id }]
    expect(await advisorsTaken(client.accountId)).toEqual(taken)
    // A repeated acceptance changes nothing and is not audited.
    const again = await invite(acme, { kind: 'client', email: client.owner.email })
    expect((await accept(again, client.owner.token, { account: client.accountId })).status).toBe(200)
    expect(await advisorsTaken(client.accountId)).toEqual(taken)
  })
})
