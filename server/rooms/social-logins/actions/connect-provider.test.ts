import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AuthorizationFlow,
  type BroughtBack,
  openProviderRoundTrips,
  type ProviderRoundTrips,
  pageOf,
} from '../../../../testing/provider-round-trips.ts'
import { inTransaction } from '../../../platform/context.ts'
import { anAccount } from '../../accounts/testing.ts'
import { issueToken, openSession } from '../../identity/index.ts'
import { A_PASSWORD, aSecondFactor } from '../../identity/testing.ts'

let journeys: ProviderRoundTrips
beforeAll(async () => {
  journeys = await openProviderRoundTrips()
})
afterAll(() => journeys?.close())
beforeEach(async () => {
  await journeys.test.app.db.deleteFrom('throttle_counters').execute()
})

const CALLER = { requestId: 'test', ip: null }
const transact = <T>(work: Parameters<typeof inTransaction<T>>[3]) =>
  inTransaction(journeys.test.app, CALLER, { kind: 'anonymous' }, work)

const sessionOf = async (userId: string) =>
  (await transact((ctx) => openSession(ctx, { audience: 'staff', userId }))).token

/** Somebody with a password, signed in. */
async function aPerson() {
  const email = `${randomUUID()}@people.test`
  const { owner } = await transact((ctx) => anAccount(ctx, { ownerEmail: email }))
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
  journeys.call<Answer>({
    ...{ method: 'POST', path: '/api/profile/identities/', token },
    body: { provider, redirect_url: pageOf(provider), current_password: A_PASSWORD, ...typed },
  })
const unlink = (token: string, typed: object = {}) =>
  journeys.call<Answer>({
    ...{ method: 'POST', path: '/api/profile/identities/end/', token },
    body: { provider: 'google', current_password: A_PASSWORD, ...typed },
  })

async function away(
  token: string,
  subject: string,
  email?: string,
): Promise<[AuthorizationFlow, BroughtBack]> {
  const { status, body } = await beginLink(token, {})
  if (status !== 200) throw new Error(JSON.stringify(body))
  const journey = { ...{ provider: 'google' as const, redirectUrl: pageOf('google') }, ...body }
  return [journey, await journeys.visit(journey, { subject, email, emailVerified: true })]
}
async function link(person: { token: string }, subject: string, email?: string) {
  const [journey, back] = await away(person.token, subject, email)
  return journeys.hand(journey, back, person.token)
}
const subjectsOf = async (userId: string) =>
  (
    await journeys.test.app.db
      .selectFrom('external_identities')
      .select('subject')
      .where('user_id', '=', userId)
      .execute()
  ).map(({ subject }) => subject)
const known = async (subject: string) => (await journeys.come('google', { subject })).body.known

describe('linking', () => {
  it('links for who shows the password, tells them, and logs in from then on', async () => {
    const ada = await aPerson()
    const subject = randomUUID()
    const linked = await link(ada, subject)
    expect([linked.status, linked.body.detail]).toEqual([200, 'You can log in with Google now.'])
    const { body } = await journeys.come('google', { subject })
    const signedIn = await journeys.call<{ user: { pk: string } }>({
      ...{ method: 'POST', path: '/api/profile/provider-login/', body: { token: body.token } },
    })
    expect(signedIn.body.user.pk).toBe(ada.id)
    const list = await journeys.call<{ providers: { provider: string; linked_at: string | null }[] }>({
      ...{ method: 'GET', path: '/api/profile/identities/', token: ada.token },
    })
    const google = list.body.providers.find(({ provider }) => provider === 'google')
    expect(google?.linked_at).toBe('2026-11-20T15:00:00.000Z')
    // Once more is no harm.
    expect((await link(ada, subject)).status).toBe(200)
    expect(await subjectsOf(ada.id)).toEqual([subject])
  })

  it('takes the password, and the code of a second factor', async () => {
    const ada = await aPerson()
    expect((await beginLink(ada.token, { current_password: 'not mine' })).body.current_password).toHaveLength(
      1,
    )
    const { recoveryCodes } = await transact((ctx) => aSecondFactor(ctx, ada.id, 'confirmed'))
    expect((await beginLink(ada.token, {})).body.auth_code).toHaveLength(1)
    expect((await beginLink(ada.token, { auth_code: '000000' })).body.auth_code).toHaveLength(1)
    expect((await beginLink(ada.token, { auth_code: recoveryCodes[0] })).status).toBe(200)
    expect((await beginLink(ada.token, { auth_code: recoveryCodes[0] })).body.auth_code).toHaveLength(1)
  })

  it('what comes back links in the session that asked: not in another’s, nor another of one’s own, nor in none', async () => {
    const [ada, eve] = [await aPerson(), await aPerson()]
    const subject = randomUUID()
    const [journey, back] = await away(ada.token, subject)
    for (const token of [eve.token, await sessionOf(ada.id)])
      expect((await journeys.hand(journey, back, token)).body.code).toBe('authorization_expired')
    expect((await journeys.hand(journey, back)).body.code).toBe('authorization_expired')
    expect([...(await subjectsOf(ada.id)), ...(await subjectsOf(eve.id))]).toEqual([])
    expect((await journeys.hand(journey, back, ada.token)).status).toBe(200)
    expect((await journeys.hand(journey, back, ada.token)).body.code).toBe('authorization_expired')
  })

  it('what comes back from logging in links nothing', async () => {
    const ada = await aPerson()
    const journey = await journeys.begin('google')
    const back = await journeys.visit(journey, { subject: randomUUID() })
    expect((await journeys.hand(journey, back, ada.token)).body.code).toBe('authorization_expired')
    expect(await subjectsOf(ada.id)).toEqual([])
  })

  it('a login is one person’s, and a person has one at each provider', async () => {
    const [ada, eve] = [await aPerson(), await aPerson()]
    const subject = randomUUID()
    await link(ada, subject)
    const taken = await link(eve, subject)
    expect([taken.status, taken.body.detail]).toEqual([
      409,
      'This Google login gets somebody else in here already.',
    ])
    const second = await link(ada, randomUUID())
    expect([second.status, second.body.detail]).toEqual([
      409,
      'You have linked another Google login already. Unlink it first.',
    ])
    expect(await subjectsOf(ada.id)).toEqual([subject])
  })

  it('of two people who link the same login at once one gets it', async () => {
    const people = [await aPerson(), await aPerson()]
    const subject = randomUUID()
    const trips = [await away(people[0]!.token, subject), await away(people[1]!.token, subject)]
    const answers = await Promise.all(
      trips.map(([journey, back], at) => journeys.hand(journey, back, people[at]!.token)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('a login that led to a decoy becomes its person’s once they link it', async () => {
    const ada = await aPerson()
    const subject = randomUUID()
    const { body } = await journeys.come('google', { subject })
    await journeys.call({
      ...{ method: 'POST', path: '/api/profile/provider-signup/' },
      body: { token: body.token, email: ada.email },
    })
    expect(await known(subject)).toBe(true)
    expect((await link(ada, subject)).status).toBe(200)
    expect(await subjectsOf(ada.id)).toEqual([subject])
  })
})

describe('unlinking', () => {
  it('takes the password, which stays as a way in; twice is told', async () => {
    const ada = await aPerson()
    const subject = randomUUID()
    await link(ada, subject)
    expect((await unlink(ada.token, { current_password: 'not mine' })).status).toBe(400)
    expect(await known(subject)).toBe(true)
    expect((await unlink(ada.token)).body.detail).toBe('Google no longer logs you in.')
    expect(await known(subject)).toBe(false)
    expect((await unlink(ada.token)).body.code).toBe('wrong_state')
  })

  it('who has no other way in is result to set a password first', async () => {
    const subject = randomUUID()
    const email = `${subject}@people.test`
    const { body } = await journeys.come('google', { subject, email, emailVerified: true })
    const signedUp = await journeys.call<{ token: string }>({
      ...{ method: 'POST', path: '/api/profile/provider-signup/' },
      body: { token: body.token, email },
    })
    const refused = await unlink(signedUp.body.token)
    expect(refused.body.current_password?.[0]).toMatch(/You have no password yet/)
    expect(await known(subject)).toBe(true)
  })

  it('a token from before an unlinking lets nobody in after it', async () => {
    const ada = await aPerson()
    const subject = randomUUID()
    await link(ada, subject)
    const { body } = await journeys.come('google', { subject })
    await unlink(ada.token)
    const late = await journeys.call<Answer>({
      ...{ method: 'POST', path: '/api/profile/provider-login/', body: { token: body.token } },
    })
    expect(late.body.code).toBe('provider_refused')
  })

  it('a password set by a mailed link unlinks every login of another address', async () => {
    const [ada, kim] = [await aPerson(), await aPerson()]
    const [intruder, own] = [randomUUID(), randomUUID()]
    await link(ada, intruder, 'intruder@people.test')
    await link(kim, own, kim.email)
    for (const { id, email } of [ada, kim]) {
      const about = { purpose: 'reset_password', email, userId: id } as const
      const token = await transact((ctx) => issueToken(ctx, about))
      const password = 'eleven purple 9 kettles'
      const { status } = await journeys.call({
        ...{ method: 'POST', path: '/api/profile/reset-password/' },
        body: { token, password1: password, password2: password },
      })
      expect(status).toBe(200)
    }
    expect(await known(intruder)).toBe(false)
    expect(await known(own)).toBe(true)
  })
})
