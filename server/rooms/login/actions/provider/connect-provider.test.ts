import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type AuthorizationFlow,
  type ProviderCallback,
  pageOf,
  setUpProviderRoundTrips,
} from '../../../../../testing/provider-round-trips.ts'
import { anAccount } from '../../../accounts/testing.ts'
import { issueToken, openSession } from '../../../identity/index.ts'
import { A_PASSWORD, aSecondFactor } from '../../../identity/testing.ts'

const roundTrips = setUpProviderRoundTrips()

const sessionOf = async (userId: string) =>
  (await roundTrips.test.transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token

/** A person with a password, logged in. */
async function aPerson() {
  const email = `${randomUUID()}@people.test`
  const { owner } = await roundTrips.test.transact((ctx) => anAccount(ctx, { ownerEmail: email }))
  return { id: owner.id, email, token: await sessionOf(owner.id) }
}

interface Answer {
  readonly url: string
  readonly data: AuthorizationFlow['data']
  readonly code: string
  readonly detail: string
  readonly auth_code?: string[]
  readonly current_password?: string[]
}
const beginLink = (token: string, typed: object, provider: 'google' | 'facebook' = 'google') =>
  roundTrips.call<Answer>({
    ...{ method: 'POST', path: '/api/profile/identities/', token },
    body: { provider, redirect_url: pageOf(provider), current_password: A_PASSWORD, ...typed },
  })
const unlink = (token: string, typed: object = {}) =>
  roundTrips.call<Answer>({
    ...{ method: 'POST', path: '/api/profile/identities/end/', token },
    body: { provider: 'google', current_password: A_PASSWORD, ...typed },
  })

async function approveLink(
  token: string,
  subject: string,
  email?: string,
): Promise<[AuthorizationFlow, ProviderCallback]> {
  const { status, body } = await beginLink(token, {})
  if (status !== 200) throw new Error(JSON.stringify(body))
  const flow = { ...{ provider: 'google' as const, redirectUrl: pageOf('google') }, ...body }
  return [flow, await roundTrips.approve(flow, { subject, email, emailVerified: true })]
}
async function link(person: { token: string }, subject: string, email?: string) {
  const [flow, callback] = await approveLink(person.token, subject, email)
  return roundTrips.submit(flow, callback, person.token)
}
const subjectsOf = async (userId: string) =>
  (
    await roundTrips.test.app.db
      .selectFrom('external_identities')
      .select('subject')
      .where('user_id', '=', userId)
      .execute()
  ).map(({ subject }) => subject)
const known = async (subject: string) => (await roundTrips.complete('google', { subject })).body.known

describe('linking', () => {
  it('links with the password and logs in by the link from then on', async () => {
    const ada = await aPerson()
    const subject = randomUUID()
    const linked = await link(ada, subject)
    expect([linked.status, linked.body.detail]).toEqual([200, 'You can log in with Google now.'])
    const { body } = await roundTrips.complete('google', { subject })
    const signedIn = await roundTrips.call<{ user: { pk: string } }>({
      ...{ method: 'POST', path: '/api/profile/provider-login/', body: { token: body.token } },
    })
    expect(signedIn.body.user.pk).toBe(ada.id)
    const list = await roundTrips.call<{ providers: { provider: string; linked_at: string | null }[] }>({
      ...{ method: 'GET', path: '/api/profile/identities/', token: ada.token },
    })
    const google = list.body.providers.find(({ provider }) => provider === 'google')
    expect(google?.linked_at).toBe('2026-11-20T15:00:00.000Z')
    // Linking the same login again is harmless.
    expect((await link(ada, subject)).status).toBe(200)
    expect(await subjectsOf(ada.id)).toEqual([subject])
  })

  it('requires the password, and the code of a second factor', async () => {
    const ada = await aPerson()
    expect((await beginLink(ada.token, { current_password: 'not mine' })).body.current_password).toHaveLength(
      1,
    )
    const { recoveryCodes } = await roundTrips.test.transact((ctx) => aSecondFactor(ctx, ada.id, 'confirmed'))
    expect((await beginLink(ada.token, {})).body.auth_code).toHaveLength(1)
    expect((await beginLink(ada.token, { auth_code: '000000' })).body.auth_code).toHaveLength(1)
    expect((await beginLink(ada.token, { auth_code: recoveryCodes[0] })).status).toBe(200)
    expect((await beginLink(ada.token, { auth_code: recoveryCodes[0] })).body.auth_code).toHaveLength(1)
  })

  it('accepts a callback only in the session that started the authorization', async () => {
    const [ada, eve] = [await aPerson(), await aPerson()]
    const subject = randomUUID()
    const [flow, callback] = await approveLink(ada.token, subject)
    for (const token of [eve.token, await sessionOf(ada.id)])
      expect((await roundTrips.submit(flow, callback, token)).body.code).toBe('authorization_expired')
    expect((await roundTrips.submit(flow, callback)).body.code).toBe('authorization_expired')
    expect([...(await subjectsOf(ada.id)), ...(await subjectsOf(eve.id))]).toEqual([])
    expect((await roundTrips.submit(flow, callback, ada.token)).status).toBe(200)
    expect((await roundTrips.submit(flow, callback, ada.token)).body.code).toBe('authorization_expired')
  })

  it('refuses the callback of a login', async () => {
    const ada = await aPerson()
    const flow = await roundTrips.begin('google')
    const callback = await roundTrips.approve(flow, { subject: randomUUID() })
    expect((await roundTrips.submit(flow, callback, ada.token)).body.code).toBe('authorization_expired')
    expect(await subjectsOf(ada.id)).toEqual([])
  })

  it('links a login to one person, and one login of each provider to a person', async () => {
    const [ada, eve] = [await aPerson(), await aPerson()]
    const subject = randomUUID()
    await link(ada, subject)
    const taken = await link(eve, subject)
    expect([taken.status, taken.body.detail]).toEqual([
      409,
      'This Google login already belongs to someone else.',
    ])
    const second = await link(ada, randomUUID())
    expect([second.status, second.body.detail]).toEqual([
      409,
      'You already linked another Google login. Unlink it first.',
    ])
    expect(await subjectsOf(ada.id)).toEqual([subject])
  })

  it('gives a login to one of two people who link it concurrently', async () => {
    const people = [await aPerson(), await aPerson()]
    const subject = randomUUID()
    const trips = [await approveLink(people[0]!.token, subject), await approveLink(people[1]!.token, subject)]
    const answers = await Promise.all(
      trips.map(([flow, callback], at) => roundTrips.submit(flow, callback, people[at]!.token)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('replaces the link to a decoy', async () => {
    const ada = await aPerson()
    const subject = randomUUID()
    const { body } = await roundTrips.complete('google', { subject })
    await roundTrips.call({
      ...{ method: 'POST', path: '/api/profile/provider-signup/' },
      body: { token: body.token, email: ada.email },
    })
    expect(await known(subject)).toBe(true)
    expect((await link(ada, subject)).status).toBe(200)
    expect(await subjectsOf(ada.id)).toEqual([subject])
  })
})

describe('unlinking', () => {
  it('requires the password, and refuses to unlink twice', async () => {
    const ada = await aPerson()
    const subject = randomUUID()
    await link(ada, subject)
    expect((await unlink(ada.token, { current_password: 'not mine' })).status).toBe(400)
    expect(await known(subject)).toBe(true)
    expect((await unlink(ada.token)).body.detail).toBe('Google no longer logs you in.')
    expect(await known(subject)).toBe(false)
    expect((await unlink(ada.token)).body.code).toBe('wrong_state')
  })

  it('refuses without a password and says how to set one', async () => {
    const subject = randomUUID()
    const email = `${subject}@people.test`
    const { body } = await roundTrips.complete('google', { subject, email, emailVerified: true })
    const signedUp = await roundTrips.call<{ token: string }>({
      ...{ method: 'POST', path: '/api/profile/provider-signup/' },
      body: { token: body.token, email },
    })
    const refused = await unlink(signedUp.body.token)
    expect(refused.body.current_password?.[0]).toMatch(/You have no password yet/)
    expect(await known(subject)).toBe(true)
  })

  it('refuses a token that was issued before the unlinking', async () => {
    const ada = await aPerson()
    const subject = randomUUID()
    await link(ada, subject)
    const { body } = await roundTrips.complete('google', { subject })
    await unlink(ada.token)
    const late = await roundTrips.call<Answer>({
      ...{ method: 'POST', path: '/api/profile/provider-login/', body: { token: body.token } },
    })
    expect(late.body.code).toBe('provider_refused')
  })

  it('unlinks logins of other addresses when a mailed link sets a password', async () => {
    const [ada, kim] = [await aPerson(), await aPerson()]
    const [intruder, own] = [randomUUID(), randomUUID()]
    await link(ada, intruder, 'intruder@people.test')
    await link(kim, own, kim.email)
    for (const { id, email } of [ada, kim]) {
      const about = { purpose: 'reset_password', email, userId: id } as const
      const token = await roundTrips.test.transact((ctx) => issueToken(ctx, about))
      const password = 'eleven purple 9 kettles'
      const { status } = await roundTrips.call({
        ...{ method: 'POST', path: '/api/profile/reset-password/' },
        body: { token, password1: password, password2: password },
      })
      expect(status).toBe(200)
    }
    expect(await known(intruder)).toBe(false)
    expect(await known(own)).toBe(true)
  })
})
