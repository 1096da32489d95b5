import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../domain/dates/durations.ts'
import { inAccount } from '../../server/platform/context.ts'
import { anAccount } from '../../server/rooms/accounts/testing.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { aPortalLogin } from '../../server/rooms/portal/testing.ts'
import type { ApiAnswer } from '../../testing/call-api.ts'
import { recordHashingWork } from '../../testing/record-hashing-work.ts'
import { setUpTestServer } from '../../testing/test-server.ts'
import { accountIn, CALLER, openProfileApi } from './profile-api.ts'

const NEXT = 'an even better password'

const test = setUpTestServer()
// Starts a new window of every rate limit.
beforeEach(() => test.clock.advance(DAY_MS))

const { api, profile, signUp, logIn } = openProfileApi(test)

/** The visible parts of a response, without values that are random in each. */
const visibleParts = (answer: ApiAnswer) => ({
  status: answer.status,
  headers: Object.keys(answer.headers)
    .filter((name) => name !== 'content-length')
    .sort(),
  shape: shapeOf(answer.body),
})

function shapeOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

/** When the ids in a response were created, in ticks of an advancing clock since the request. */
function idTimesOf(answer: ApiAnswer): Record<string, number> {
  const at = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  const { user, account } = answer.body as unknown as {
    user: { pk: string }
    account: { pk: string; company: { pk: string } }
  }
  const claims = JSON.parse(Buffer.from(answer.body.token.split('.')[1]!, 'base64url').toString())
  const ids = { user: user.pk, account: account.pk, company: account.company.pk, session: claims.sid }
  const requestedAt = at(String(answer.headers['x-request-id']))
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, at(id) - requestedAt]))
}

describe('the responses for a known and an unknown address are equal', () => {
  beforeAll(async () => {
    await test.transact((ctx) => anAccount(ctx, { ownerEmail: 'known@people.test' }))
  })

  it('at sign-up and in every later call of the new session', async () => {
    const signUpAndUse = async (email: string): Promise<unknown[]> => {
      test.clock.advance(DAY_MS)
      const signedUp = await signUp(email, {
        first_name: 'Eve',
        last_name: 'Doe',
        password1: NEXT,
        password2: NEXT,
      })
      const { token } = signedUp.body
      const get = (path: string) => api({ method: 'GET', path, token })
      const answers = [
        signedUp,
        await get('/api/profile/'),
        await get('/api/accounts/'),
        await get(`/api/accounts/${accountIn(signedUp)}/`),
      ]
      answers.push(await api({ method: 'PATCH', path: '/api/profile/', token, body: { first_name: 'X' } }))
      for (let sending = 0; sending < 6; sending++)
        answers.push(await profile('resend-verification', {}, { token }))
      answers.push(await profile('verify-email', { token: 'A'.repeat(43) }))
      test.clock.advance(MINUTE_MS)
      const refreshed = await profile('token-refresh', { token })
      answers.push(refreshed, await profile('token-refresh', { token }))
      answers.push(await profile('logout', {}, { token: refreshed.body.token }), await get('/api/profile/'))
      const again = await logIn(email, NEXT)
      answers.push(again, await logIn(email, 'not the password'))
      answers.push(await api({ method: 'GET', path: '/api/accounts/', token: again.body.token }))
      const { token: _, ...first } = signedUp.body
      expect(again.body).toMatchObject(first)
      expect((answers[1] as ApiAnswer).body).toMatchObject({
        email,
        first_name: 'Eve',
        email_verified: false,
      })
      return answers.map((answer) => visibleParts(answer as ApiAnswer))
    }
    const known = await signUpAndUse('known@people.test')
    const unknown = await signUpAndUse('unknown@people.test')
    expect(known).toEqual(unknown)
    expect(known.map((answer) => (answer as { status: number }).status)).toEqual([
      200, 200, 403, 403, 403, 200, 200, 200, 200, 200, 429, 400, 200, 200, 200, 401, 200, 400, 403,
    ])
  })

  it('in the creation times of the ids at sign-up', async () => {
    const readIdTimes = async (email: string) => {
      test.clock.walk(1)
      const signedUp = await signUp(email, { password1: NEXT, password2: NEXT })
      const again = await logIn(email, NEXT)
      test.clock.walk(0)
      expect([signedUp.status, again.status]).toEqual([200, 200])
      return { signedUp: idTimesOf(signedUp), session: idTimesOf(again).session }
    }
    const known = await readIdTimes('known@people.test')
    expect(await readIdTimes('of-this-moment@people.test')).toEqual(known)
    expect(new Set(Object.values(known.signedUp)).size).toBe(1)
  })

  it('at a log-in with a wrong password and at a password reset', async () => {
    const pairs = await Promise.all([
      Promise.all(
        ['known@people.test', 'nobody@people.test'].map((email) => logIn(email, 'not the password')),
      ),
      Promise.all(
        ['known@people.test', 'nobody@people.test'].map((email) => profile('forgot-password', { email })),
      ),
    ])
    for (const [known, unknown] of pairs) {
      expect(visibleParts(known!)).toEqual(visibleParts(unknown!))
      expect(known!.body).toEqual(unknown!.body)
    }
  })

  it('in a portal', async () => {
    const { accountId } = await test.transact((ctx) =>
      anAccount(ctx, { ownerEmail: 'portal@people.test', subDomain: 'unknown-person' }),
    )
    const actor = { kind: 'system', job: 'test' } as const
    await inAccount(test.app, CALLER, actor, accountId, async (ctx) => {
      const customer = await aCustomer(ctx)
      await aPortalLogin(ctx, { email: 'payer@people.test', customerIds: [customer.id] })
    })
    const host = 'unknown-person.localhost'
    for (const call of ['login', 'forgot-password', 'login-link']) {
      const [known, unknown, staff] = await Promise.all(
        ['payer@people.test', 'nobody@people.test', 'portal@people.test'].map((email) =>
          profile(call, { email, ...(call === 'login' && { password: 'not the password' }) }, { host }),
        ),
      )
      for (const answer of [unknown!, staff!]) {
        expect(visibleParts(answer)).toEqual(visibleParts(known!))
        expect(answer.body).toEqual(known!.body)
      }
    }
  })

  it('in the time of a password reset request', async () => {
    const timed = async (email: string) => {
      test.clock.advance(DAY_MS)
      const started = performance.now()
      await profile('forgot-password', { email })
      return performance.now() - started
    }
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let round = 0; round < 9; round++) {
      known.push(await timed('known@people.test'))
      unknown.push(await timed('nobody@people.test'))
    }
    // Both are delayed to the same duration, so the work itself does not show.
    expect(Math.min(...known, ...unknown)).toBeGreaterThan(200)
  })

  it('in the time of sending the verification email again', async () => {
    const [known, unknown]: [number[], number[]] = [[], []]
    for (const [email, times] of [
      ['known@people.test', known],
      ['sent-again@people.test', unknown],
    ] as const) {
      // Starts a new window of the rate limits by address.
      test.clock.advance(DAY_MS)
      const { token } = (await signUp(email, { password1: NEXT, password2: NEXT })).body
      for (let round = 0; round < 4; round++) {
        const started = performance.now()
        expect((await profile('resend-verification', {}, { token })).status).toBe(200)
        times.push(performance.now() - started)
      }
    }
    // Both are delayed to the same duration, so the work itself does not show.
    expect(Math.min(...known, ...unknown)).toBeGreaterThan(200)
  })

  it('in the hashing work of a log-in after sign-up', async () => {
    for (const email of ['known@people.test', 'timed@people.test'])
      await signUp(email, { password1: NEXT, password2: NEXT })
    const workOf = (email: string) =>
      recordHashingWork(async () => expect((await logIn(email, NEXT)).status).toBe(200))
    const known = await workOf('known@people.test')
    expect(known).toHaveLength(1)
    expect(await workOf('timed@people.test')).toEqual(known)
  })
})
