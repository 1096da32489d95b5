import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignInProvider } from '../../../../domain/people/sign-in-providers.ts'
import { openProviderRoundTrips, type ProviderRoundTrips } from '../../../../testing/provider-round-trips.ts'
import { inTransaction } from '../../../platform/context.ts'
import { anAccount } from '../../accounts/testing.ts'
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
const someone = (emailVerified = true) => {
  const subject = randomUUID()
  return { subject, email: `${subject}@people.test`, emailVerified, firstName: 'Ada', lastName: 'King' }
}

interface SignedIn {
  readonly token: string
  readonly user: { readonly pk: string; readonly email: string; readonly email_verified: boolean }
  readonly account: {
    readonly pk: string
    readonly role: string
    readonly company: { readonly pk: string }
  } | null
  readonly code: string
  readonly detail: string
  readonly email: string[]
}
const signUp = (token: string, email: string, given: Record<string, string> = {}) =>
  journeys.call<SignedIn>({
    ...{ method: 'POST', path: '/api/profile/provider-signup/' },
    body: { token, email, first_name: 'Ada', last_name: 'King', ...given },
  })
const logIn = (token: string, auth_code?: string) =>
  journeys.call<SignedIn>({
    ...{ method: 'POST', path: '/api/profile/provider-login/' },
    body: { token, ...(auth_code !== undefined && { auth_code }) },
  })
const profileOf = (token: string) => journeys.call<SignedIn>({ method: 'GET', path: '/api/profile/', token })
const tokenOf = async (provider: SignInProvider, person: ReturnType<typeof someone>) =>
  (await journeys.come(provider, person)).body.token
/** As the owner of the tables: no policy hides anything. */
async function wordsOf(statement: string, value: string): Promise<string[]> {
  const client = new pg.Client(journeys.test.ownerConfig)
  await client.connect()
  const { rows } = await client.query<{ word: string }>(statement, [value])
  await client.end()
  return rows.map(({ word }) => word)
}
const kindsTo = (email: string) =>
  wordsOf('select kind as word from mail_messages where to_address = $1 order by id', email)

describe('signing up', () => {
  it.each(['google', 'quickbooks', 'xero'] as const)(
    'with %s opens an account of a confirmed address, and logs in again by the key alone',
    async (provider) => {
      const ada = someone()
      const first = await signUp(await tokenOf(provider, ada), ada.email)
      expect(first.status).toBe(200)
      expect(first.body).toMatchObject({
        user: { email: ada.email, email_verified: true },
        account: { role: 'owner' },
      })
      expect(await kindsTo(ada.email)).toEqual(['social-logins.changed'])
      // The address there has changed since; whose login it is has not.
      const back = await journeys.come(provider, { ...ada, email: 'other@people.test' })
      expect(back.body).toMatchObject({ known: true, redirect: '/' })
      const again = await logIn(back.body.token)
      expect(again.body.user.pk).toBe(first.body.user.pk)
      expect((await profileOf(again.body.token)).status).toBe(200)
    },
  )

  it('with Facebook, and with another address than the one vouched for, the address is confirmed by mail', async () => {
    const cases = [
      { token: await tokenOf('facebook', someone()), email: `${randomUUID()}@people.test` },
      { token: await tokenOf('google', someone(false)), email: `${randomUUID()}@people.test` },
      { token: await tokenOf('google', someone()), email: `${randomUUID()}@people.test` },
    ]
    for (const { token, email } of cases) {
      const { status, body } = await signUp(token, email)
      expect([status, body.user.email_verified]).toEqual([200, false])
      expect(await kindsTo(email)).toEqual(['identity.verify-email'])
      const shut = await journeys.call<SignedIn>({
        ...{ method: 'GET', path: '/api/profile/identities/', token: body.token },
      })
      expect([shut.status, shut.body.code]).toEqual([403, 'email_not_verified'])
    }
  })

  it('a token opens one account, of any number of calls at once', async () => {
    const ada = someone()
    const token = await tokenOf('google', ada)
    const anyEmail = () => `${randomUUID()}@people.test`
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(token, anyEmail())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const back = await journeys.come('google', ada)
    expect((await signUp(back.body.token, anyEmail())).body.code).toBe('wrong_state')
  })

  it('two tokens of one new login at the same moment open one account', async () => {
    const ada = someone()
    const tokens = [await tokenOf('google', ada), await tokenOf('google', ada)]
    const answers = await Promise.all(
      tokens.map((token, at) => signUp(token, at === 0 ? ada.email : `${randomUUID()}@people.test`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
  })
})

describe('an address that is somebody’s', () => {
  it('is not linked for an equal address, even a vouched one; its owner is result to link it', async () => {
    const ada = someone()
    const { owner } = await transact((ctx) => anAccount(ctx, { ownerEmail: ada.email }))
    const back = await journeys.come('google', ada)
    expect(back.body).toMatchObject({ known: false, redirect: '/signup?lead=google' })
    expect((await logIn(back.body.token)).body.code).toBe('provider_refused')
    const { status, body } = await signUp(back.body.token, ada.email)
    expect(status).toBe(400)
    expect(body.email[0]).toMatch(/You have an account with this address/)
    const links = await journeys.test.app.db.selectFrom('external_identities').select('user_id').execute()
    expect(links.map((link) => link.user_id)).not.toContain(owner.id)
    // The token is not used up: another address may be typed.
    expect((await signUp(back.body.token, `${randomUUID()}@people.test`)).status).toBe(200)
  })

  it('is not result to who did not prove it: the answer is that of a sign-up, then and ever after', async () => {
    const ada = someone()
    await transact((ctx) => anAccount(ctx, { ownerEmail: ada.email }))
    const eve = { ...someone(false), email: ada.email }
    const tokens = [await tokenOf('facebook', eve), await tokenOf('facebook', someone())] as const
    journeys.test.clock.walk(1)
    const [taken, free] = [
      await signUp(tokens[0], ada.email),
      await signUp(tokens[1], `${randomUUID()}@people.test`),
    ]
    journeys.test.clock.walk(0)
    // An id begins with the moment at which it was drawn.
    const moments = [taken, free].map(({ body: { token, user, account } }) => {
      const { sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
      return new Set([user.pk, account!.pk, account!.company.pk, sid].map((id) => id.slice(0, 13))).size
    })
    expect(moments).toEqual([1, 1])
    const shapeOf = (value: unknown): unknown =>
      value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]))
        : typeof value
    expect([taken.status, shapeOf(taken.body)]).toEqual([free.status, shapeOf(free.body)])
    expect(await kindsTo(ada.email)).toEqual(['identity.account-exists'])
    // The login goes on to lead to nobody, and looks like any other.
    const back = await journeys.come('facebook', eve)
    expect(back.body).toMatchObject({ known: true, redirect: '/' })
    const again = await logIn(back.body.token)
    expect(again.body.user).toEqual(taken.body.user)
    expect((await profileOf(again.body.token)).body.email).toBe(ada.email)
    const list = await journeys.call({ method: 'GET', path: '/api/accounts/', token: again.body.token })
    expect(list.status).toBe(403)
  })

  it('who merely claimed an address gives way to who proved it, and keeps no way in to it', async () => {
    const ada = someone()
    const { token } = (await signUp(await tokenOf('facebook', someone()), ada.email)).body
    const proved = await signUp(await tokenOf('google', ada), ada.email)
    expect([proved.status, proved.body.user.email_verified]).toEqual([200, true])
    expect((await profileOf(token)).status).toBe(401)
  })
})

describe('logging in', () => {
  it('asks for the second factor as after a password: no code, a wrong one, a used one, then in', async () => {
    const ada = someone()
    const { user } = (await signUp(await tokenOf('google', ada), ada.email)).body
    const { recoveryCodes } = await transact((ctx) => aSecondFactor(ctx, user.pk, 'confirmed'))
    const token = await tokenOf('google', ada)
    expect((await logIn(token)).body.code).toBe('login_needs_second_factor')
    expect((await logIn(token, '000000')).body.code).toBe('login_bad_authentication_code')
    const right = await logIn(token, recoveryCodes[0])
    expect(right.status).toBe(200)
    expect(await kindsTo(ada.email), 'result of by mail').toContain('identity.recovery-code-used')
    expect((await logIn(token, recoveryCodes[1])).body.code).toBe('authorization_expired')
    const next = await tokenOf('google', ada)
    expect((await logIn(next, recoveryCodes[0])).body.code).toBe('login_bad_authentication_code')
    for (let attempt = 0; attempt < 4; attempt++) await logIn(next, '000000')
    expect((await logIn(next, recoveryCodes[1])).status).toBe(429)
  })

  it('of ten at once with one token one gets in', async () => {
    const ada = someone()
    await signUp(await tokenOf('google', ada), ada.email)
    const token = await tokenOf('google', ada)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('a token lasts ten minutes, and who can’t log in any more doesn’t by a provider either', async () => {
    const ada = someone()
    const { user } = (await signUp(await tokenOf('google', ada), ada.email)).body
    const old = await tokenOf('google', ada)
    journeys.test.clock.advance(10 * 60_000)
    expect((await logIn(old)).body.code).toBe('authorization_expired')
    const fresh = await tokenOf('google', ada)
    await journeys.test.app.db
      .updateTable('users')
      .set({ disabled_at: new Date(journeys.test.clock.wallNow()) })
      .where('id', '=', user.pk)
      .execute()
    expect((await logIn(fresh)).body.code).toBe('provider_refused')
  })

  it('is written down with its way', async () => {
    const ada = someone()
    const campaign = { marketing_source: 'utm_source=news' }
    const { account } = (await signUp(await tokenOf('google', ada), ada.email, campaign)).body
    await logIn(await tokenOf('google', ada))
    const actions = await wordsOf(
      `select action || coalesce(' ' || (detail->>'campaign'), '') as word from audit_entries where account_id = $1 order by id`,
      account!.pk,
    )
    expect(actions.toSorted()).toEqual(['accounts.sign-up utm_source=news', 'social-logins.log-in'])
  })

  it('who has no password is result so where one is asked for, and stays signed in', async () => {
    const ada = someone()
    const { token } = (await signUp(await tokenOf('google', ada), ada.email)).body
    const { status, body } = await journeys.call<{ current_password: string[] }>({
      ...{ method: 'POST', path: '/api/profile/second-factor/', token },
      body: { current_password: A_PASSWORD },
    })
    expect([status, body.current_password[0]]).toEqual([
      400,
      'You have no password yet. Have a link mailed to you that sets one.',
    ])
    expect((await profileOf(token)).status).toBe(200)
  })
})
