import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import type { SignInProvider } from '../../../../../domain/people/sign-in-providers.ts'
import { setUpProviderRoundTrips } from '../../../../../testing/provider-round-trips.ts'
import { anAccount } from '../../../accounts/testing.ts'
import { A_PASSWORD, aSecondFactor } from '../../../identity/testing.ts'

const roundTrips = setUpProviderRoundTrips()

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
  roundTrips.call<SignedIn>({
    ...{ method: 'POST', path: '/api/profile/provider-signup/' },
    body: { token, email, first_name: 'Ada', last_name: 'King', ...given },
  })
const logIn = (token: string, auth_code?: string) =>
  roundTrips.call<SignedIn>({
    ...{ method: 'POST', path: '/api/profile/provider-login/' },
    body: { token, ...(auth_code !== undefined && { auth_code }) },
  })
const profileOf = (token: string) =>
  roundTrips.call<SignedIn>({ method: 'GET', path: '/api/profile/', token })
const tokenOf = async (provider: SignInProvider, person: ReturnType<typeof someone>) =>
  (await roundTrips.complete(provider, person)).body.token
/** Reads as the owner of the tables, whom no policy restricts. */
async function readWords(statement: string, value: string): Promise<string[]> {
  const client = new pg.Client(roundTrips.test.ownerConfig)
  await client.connect()
  const { rows } = await client.query<{ word: string }>(statement, [value])
  await client.end()
  return rows.map(({ word }) => word)
}
const kindsTo = (email: string) =>
  readWords('select kind as word from mail_messages where to_address = $1 order by id', email)
const companyEmailOf = (account: string) =>
  readWords('select email as word from companies where account_id = $1', account)

describe('sign-up', () => {
  it.each(['google', 'quickbooks', 'xero'] as const)(
    'with %s opens an account of a verified address, and logs in again by the subject alone',
    async (provider) => {
      const ada = someone()
      const first = await signUp(await tokenOf(provider, ada), ada.email)
      expect(first.status).toBe(200)
      expect(first.body).toMatchObject({
        user: { email: ada.email, email_verified: true },
        account: { role: 'owner' },
      })
      expect(await kindsTo(ada.email)).toEqual(['social-logins.changed'])
      // The form of the company's profile begins with it.
      expect(await companyEmailOf(first.body.account!.pk)).toEqual([ada.email])
      // The address at the provider may change; the subject identifies the person.
      const callback = await roundTrips.complete(provider, { ...ada, email: 'other@people.test' })
      expect(callback.body).toMatchObject({ known: true, redirect: '/' })
      const again = await logIn(callback.body.token)
      expect(again.body.user.pk).toBe(first.body.user.pk)
      expect((await profileOf(again.body.token)).status).toBe(200)
    },
  )

  it('mails a verification link for an address that the provider did not verify', async () => {
    const cases = [
      { token: await tokenOf('facebook', someone()), email: `${randomUUID()}@people.test` },
      { token: await tokenOf('google', someone(false)), email: `${randomUUID()}@people.test` },
      { token: await tokenOf('google', someone()), email: `${randomUUID()}@people.test` },
    ]
    for (const { token, email } of cases) {
      const { status, body } = await signUp(token, email)
      expect([status, body.user.email_verified]).toEqual([200, false])
      expect(await kindsTo(email)).toEqual(['identity.verify-email'])
      const shut = await roundTrips.call<SignedIn>({
        ...{ method: 'GET', path: '/api/profile/identities/', token: body.token },
      })
      expect([shut.status, shut.body.code]).toEqual([403, 'email_not_verified'])
    }
  })

  it('opens one account for concurrent calls with one token', async () => {
    const ada = someone()
    const token = await tokenOf('google', ada)
    const anyEmail = () => `${randomUUID()}@people.test`
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(token, anyEmail())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const callback = await roundTrips.complete('google', ada)
    expect((await signUp(callback.body.token, anyEmail())).body.code).toBe('wrong_state')
  })

  it('opens one account for two tokens of one login', async () => {
    const ada = someone()
    const tokens = [await tokenOf('google', ada), await tokenOf('google', ada)]
    const answers = await Promise.all(
      tokens.map((token, at) => signUp(token, at === 0 ? ada.email : `${randomUUID()}@people.test`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
  })
})

describe('a known address', () => {
  it('is not linked, even a verified one, and its owner is asked to link it', async () => {
    const ada = someone()
    const { owner } = await roundTrips.test.transact((ctx) => anAccount(ctx, { ownerEmail: ada.email }))
    const callback = await roundTrips.complete('google', ada)
    expect(callback.body).toMatchObject({ known: false, redirect: '/signup?lead=google' })
    expect((await logIn(callback.body.token)).body.code).toBe('provider_refused')
    const { status, body } = await signUp(callback.body.token, ada.email)
    expect(status).toBe(400)
    expect(body.email[0]).toMatch(/You already have an account with this address/)
    const links = await roundTrips.test.app.db.selectFrom('external_identities').select('user_id').execute()
    expect(links.map((link) => link.user_id)).not.toContain(owner.id)
    // The token is unspent: another address may be typed.
    expect((await signUp(callback.body.token, `${randomUUID()}@people.test`)).status).toBe(200)
  })

  it('gets the reply of a new sign-up without proof, then and at later logins', async () => {
    const ada = someone()
    await roundTrips.test.transact((ctx) => anAccount(ctx, { ownerEmail: ada.email }))
    const eve = { ...someone(false), email: ada.email }
    const tokens = [await tokenOf('facebook', eve), await tokenOf('facebook', someone())] as const
    roundTrips.test.clock.walk(1)
    const [taken, free] = [
      await signUp(tokens[0], ada.email),
      await signUp(tokens[1], `${randomUUID()}@people.test`),
    ]
    roundTrips.test.clock.walk(0)
    // An id begins with the time at which it was drawn.
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
    // The login still leads to nobody and looks like any other.
    const callback = await roundTrips.complete('facebook', eve)
    expect(callback.body).toMatchObject({ known: true, redirect: '/' })
    const again = await logIn(callback.body.token)
    expect(again.body.user).toEqual(taken.body.user)
    expect((await profileOf(again.body.token)).body.email).toBe(ada.email)
    const list = await roundTrips.call({ method: 'GET', path: '/api/accounts/', token: again.body.token })
    expect(list.status).toBe(403)
  })

  it('passes from a person who only claimed it to a person who proved it', async () => {
    const ada = someone()
    const { token } = (await signUp(await tokenOf('facebook', someone()), ada.email)).body
    const proved = await signUp(await tokenOf('google', ada), ada.email)
    expect([proved.status, proved.body.user.email_verified]).toEqual([200, true])
    expect((await profileOf(token)).status).toBe(401)
  })
})

describe('login', () => {
  it('requires the second factor and refuses a wrong and a used code', async () => {
    const ada = someone()
    const { user } = (await signUp(await tokenOf('google', ada), ada.email)).body
    const { recoveryCodes } = await roundTrips.test.transact((ctx) =>
      aSecondFactor(ctx, user.pk, 'confirmed'),
    )
    const token = await tokenOf('google', ada)
    expect((await logIn(token)).body.code).toBe('login_needs_second_factor')
    expect((await logIn(token, '000000')).body.code).toBe('login_bad_authentication_code')
    const right = await logIn(token, recoveryCodes[0])
    expect(right.status).toBe(200)
    expect(await kindsTo(ada.email), 'notified by mail').toContain('identity.recovery-code-used')
    expect((await logIn(token, recoveryCodes[1])).body.code).toBe('authorization_expired')
    const next = await tokenOf('google', ada)
    expect((await logIn(next, recoveryCodes[0])).body.code).toBe('login_bad_authentication_code')
    for (let attempt = 0; attempt < 4; attempt++) await logIn(next, '000000')
    expect((await logIn(next, recoveryCodes[1])).status).toBe(429)
  })

  it('opens one session for ten concurrent calls with one token', async () => {
    const ada = someone()
    await signUp(await tokenOf('google', ada), ada.email)
    const token = await tokenOf('google', ada)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('refuses a token after ten minutes, and a disabled person', async () => {
    const ada = someone()
    const { user } = (await signUp(await tokenOf('google', ada), ada.email)).body
    const old = await tokenOf('google', ada)
    roundTrips.test.clock.advance(10 * MINUTE_MS)
    expect((await logIn(old)).body.code).toBe('authorization_expired')
    const fresh = await tokenOf('google', ada)
    await roundTrips.test.app.db
      .updateTable('users')
      .set({ disabled_at: new Date(roundTrips.test.clock.wallNow()) })
      .where('id', '=', user.pk)
      .execute()
    expect((await logIn(fresh)).body.code).toBe('provider_refused')
  })

  it('is audited with the provider and the campaign', async () => {
    const ada = someone()
    const campaign = { marketing_source: 'utm_source=news' }
    const { account } = (await signUp(await tokenOf('google', ada), ada.email, campaign)).body
    await logIn(await tokenOf('google', ada))
    const actions = await readWords(
      `select action || coalesce(' ' || (detail->>'campaign'), '') as word from audit_entries where account_id = $1 order by id`,
      account!.pk,
    )
    expect(actions.toSorted()).toEqual(['accounts.sign-up utm_source=news', 'social-logins.log-in'])
  })

  it('without a password: says how to set one where it is required', async () => {
    const ada = someone()
    const { token } = (await signUp(await tokenOf('google', ada), ada.email)).body
    const { status, body } = await roundTrips.call<{ current_password: string[] }>({
      ...{ method: 'POST', path: '/api/profile/second-factor/', token },
      body: { current_password: A_PASSWORD },
    })
    expect([status, body.current_password[0]]).toEqual([
      400,
      'You have no password yet. Email yourself a link to set one.',
    ])
    expect((await profileOf(token)).status).toBe(200)
  })
})
