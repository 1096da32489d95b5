import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { Access } from '../../contract/route.ts'
import type { TokenClaims, TokenSigner } from '../../server/platform/auth/session-tokens.ts'
import { A_PASSWORD, aSecondFactor } from '../../server/rooms/identity/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import { createFaultyServer, type Fault, type FaultyServer } from '../../testing/faulty-server.ts'
import { forgeriesOf } from '../../testing/forgery/forged-tokens.ts'
import { forgetSecrets } from '../../testing/logs/watched-log.ts'
import { staffSession } from '../../testing/sweep/company.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import { type Cell, nameOf, send } from '../../testing/sweep/sweep-call.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { findRefusalProblem, setUpForgery } from './forgery-fixture.ts'

const { test, own, rival, principals, cells } = setUpForgery()

/** Finds an allowed call to a route with this kind of access, by this caller or any that may call it. */
function findAllowedCall(kind: Access['kind'], caller?: string): Cell {
  const found = cells.find(
    ({ route, who, expected }) =>
      route.access.kind === kind && expected === 'allowed' && who.token && who.name === (caller ?? who.name),
  )
  if (!found) throw new Error(`No route with access '${kind}' allows ${caller ?? 'any caller'}.`)
  return found
}

const createSample = (cell: Cell): Promise<SampleCall> =>
  Promise.resolve(sampleOf.get(cell.route)!(subjectOf(test, own, own.debtors.first, true), cell.who))

/** Every kind of token with each kind of access that checks it differently. */
const TOKEN_CHECKS = [
  ['session', 'viewer'],
  ['session', 'unverified user'],
  ['user', 'viewer'],
  ['user', 'unverified user'],
  ['staff', 'owner'],
  ['staff', 'admin'],
  ['staff', 'advisor'],
  ['staff', 'viewer'],
  ['customer', 'customer'],
  ['customer', 'preview'],
  ['payer', 'customer'],
  ['payer', 'pay link'],
  ['payer', 'pay link unlocked by its code'],
  ['payer', 'preview'],
  ['preview', 'preview'],
] as const

/**
 * Returns a problem or null for each forgery of a caller's token, and expects that the genuine token is
 * accepted.
 */
async function tryForgeries(
  server: TestServer,
  kind: Access['kind'],
  caller: string,
): Promise<(string | null)[]> {
  const cell = findAllowedCall(kind, caller)
  const token = (await cell.who.renew())!
  const call = await createSample(cell)
  const problems: (string | null)[] = []
  for (const { name, authorization } of forgeriesOf(token, test.app.config.secret, test.clock.wallNow())) {
    const answer = await send(server, cell, call, { token: undefined, headers: { authorization } })
    problems.push(findRefusalProblem(name, answer, [401]))
  }
  expect((await send(server, cell, call, { token })).status).toBeLessThan(300)
  return problems
}

/** Returns a problem or null for a token with an expired session and one with a revoked session. */
async function tryEndedSessions(
  server: TestServer,
  kind: Access['kind'],
  caller: string,
): Promise<(string | null)[]> {
  const cell = findAllowedCall(kind, caller)
  const token = (await cell.who.renew())!
  const call = await createSample(cell)
  const read = await test.app.tokens.verify(token, test.clock.wallNow())
  if (!read.ok) throw new Error('A new token is not valid.')
  const row = (changes: object) =>
    test.app.db.updateTable('sessions').set(changes).where('id', '=', read.claims.sessionId).execute()
  const request = () => send(server, cell, call, { token })
  const now = new Date(test.clock.wallNow())
  await row({ expires_at: now })
  const expired = findRefusalProblem('expired', await request(), [401])
  await row({ expires_at: new Date(now.getTime() + 1_000_000), revoked_at: now })
  const revoked = findRefusalProblem('revoked', await request(), [401])
  await row({ revoked_at: null })
  expect((await request()).status).toBeLessThan(300)
  return [expired, revoked]
}

describe.each(TOKEN_CHECKS)('a route for a %s with the token of %s', (kind, caller) => {
  it('refuses every forged token and accepts the genuine one', async () => {
    const problems = await tryForgeries(test, kind, caller)
    expect(problems.length).toBeGreaterThan(70)
    expect(problems.filter(Boolean)).toEqual([])
  })

  it('refuses a token whose session is expired or revoked', async () => {
    expect(await tryEndedSessions(test, kind, caller)).toEqual([null, null])
  })
})

it('the token refresh refuses every forged token', async () => {
  const path = contract.identity.refreshToken.path
  const fresh = () => staffSession(test, own.people.owner)
  const { secret } = test.app.config
  const names = forgeriesOf(await fresh(), secret, test.clock.wallNow()).map(({ name }) => name)
  for (const [at, name] of names.entries()) {
    await test.app.db.deleteFrom('throttle_counters').execute()
    const token = await fresh()
    const { authorization } = forgeriesOf(token, secret, test.clock.wallNow())[at]!
    const forged = authorization.replace(/^Bearer /, '')
    // In a body the token has no scheme and is trimmed, so these forgeries equal the genuine token.
    if (forged.trim() === token) continue
    const answer = await callApi(test.server, { method: 'POST', path, body: { token: forged } })
    expect([400, 401], `${name}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
  }
})

it('refuses every kind of token on every route for other kinds', async () => {
  const problems: (string | null)[] = []
  const calls = new Map<Access['kind'], SampleCall>()
  for (const kind of ['user', 'staff', 'customer', 'payer'] as const)
    calls.set(kind, await createSample(findAllowedCall(kind)))
  // Callers on another host hold the same tokens.
  const holders = principals.filter(
    ({ token, name }) => token !== undefined && !/another company's host|app's own host/.test(name),
  )
  for (const who of holders) {
    for (const kind of ['user', 'staff', 'customer', 'payer'] as const) {
      const { route: target } = findAllowedCall(kind)
      const cell = cells.find(({ route, who: one }) => route === target && one === who)
      if (!cell || cell.expected === 'allowed') continue
      // On the hosts of the other kinds as well.
      for (const host of ['localhost', own.host, rival.host]) {
        const answer = await send(test, cell, calls.get(kind)!, { headers: { host } })
        problems.push(
          findRefusalProblem(`${who.name} at ${nameOf(cell.route)} on ${host}`, answer, [401, 403, 404]),
        )
      }
    }
  }
  expect(problems.length).toBeGreaterThan(60)
  expect(problems.filter(Boolean)).toEqual([])
})

it('a log-in without its second factor returns no token and opens no session', async () => {
  const userId = own.people.admin
  const sessions = () =>
    test.app.db.selectFrom('sessions').select('id').where('user_id', '=', userId).orderBy('id').execute()
  const { email } = await test.app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await test.transact((ctx) => aSecondFactor(ctx, userId, 'confirmed'))
  const before = await sessions()
  const body = { email, password: A_PASSWORD }
  const path = contract.identity.logIn.path
  for (const [code, login] of [
    ['login_needs_second_factor', body],
    ['login_needs_second_factor', { ...body, auth_code: ' ' }],
    ['login_bad_authentication_code', { ...body, auth_code: '00000-00000-00000' }],
  ] as const) {
    const answer = await callApi(test.server, { method: 'POST', path, body: login })
    expect(answer).toMatchObject({ status: 400, body: { code, detail: expect.any(String) } })
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'detail'])
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect(await sessions()).toEqual(before)
})

it('refuses a request whose first of two Authorization headers is invalid', async () => {
  await test.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.server.server.address() as AddressInfo
  const genuine = `Bearer ${await staffSession(test, own.people.owner)}`
  const statusOf = (...values: string[]) =>
    new Promise<number>((resolve, reject) => {
      const headers = ['host', 'localhost', ...values.flatMap((value) => ['authorization', value])]
      request({ port, host: '127.0.0.1', path: contract.identity.profile.path, headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode!)
      })
        .on('error', reject)
        .end()
    })
  expect(await statusOf(genuine)).toBe(200)
  expect(await statusOf('Bearer a.b.c', genuine)).toBe(401)
})

/** Reads a token's claims without checking its signature. */
async function readUnverified(token: string): ReturnType<TokenSigner['verify']> {
  try {
    const { aud, sub, sid, gen, acc = null, exp } = decodeJwt(token)
    const claims = {
      audience: aud,
      subject: sub,
      sessionId: sid,
      generation: gen,
      accountId: acc,
      expiresAt: exp,
    }
    return { ok: true, claims: claims as TokenClaims }
  } catch {
    return { ok: false, expired: null }
  }
}

const replaceVerify = (verify: (real: TokenSigner) => TokenSigner['verify']): Fault => ({
  parts: ({ tokens }) => ({ tokens: { ...tokens, verify: verify(tokens) } }),
})

describe('an injected bug is detected', () => {
  let faulty: FaultyServer
  beforeAll(async () => {
    faulty = await createFaultyServer(test)
    // The faulty server logs the forged texts, which the tests above used as secrets.
    forgetSecrets()
  })
  afterAll(() => faulty?.close())

  it.each<[string, string, Fault]>([
    ['signatures are not checked', 'a changed signature: 200', replaceVerify(() => readUnverified)],
    [
      'expired tokens are accepted',
      'an expiry in the past: 200',
      replaceVerify((real) => async (token, now) => {
        const read = await real.verify(token, now)
        return read.ok || !read.expired ? read : { ok: true, claims: read.expired }
      }),
    ],
    [
      'a token is read from anywhere in the header',
      'no scheme: 200',
      {
        before: ({ headers }) => {
          const found = /[\w-]+\.[\w-]+\.[\w-]+/.exec(headers.authorization ?? '')
          if (found) headers.authorization = `Bearer ${found[0]}`
        },
      },
    ],
  ])('%s', async (_, expected, fault) => {
    faulty.setFault(fault)
    const problems = (await tryForgeries(faulty, 'staff', 'viewer')).filter((one) => one !== null)
    expect(problems.map((one) => one.slice(0, expected.length))).toContain(expected)
  })

  it.each([
    ['expired', 's.expires_at, s.revoked_at', "s.expires_at + interval '1 day' as expires_at, s.revoked_at"],
    ['revoked', 's.revoked_at, s.role', 'null::timestamptz as revoked_at, s.role'],
  ])('sessions that are %s are accepted', async (name, columns, replacement) => {
    faulty.setFault({ rewrite: (statement) => statement.replace(columns, replacement) })
    const problems = (await tryEndedSessions(faulty, 'staff', 'viewer')).filter(Boolean)
    expect(problems).toEqual([expect.stringContaining(`${name}: 200`)])
  })
})
