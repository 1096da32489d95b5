import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Access, Route } from '../../contract/route.ts'
import { callApi } from '../platform/testing/call-api.ts'
import { defectsOf } from '../platform/testing/forgery/defective-secrets.ts'
import { forgeriesOf } from '../platform/testing/forgery/forged-tokens.ts'
import {
  aSweptCompany,
  type SweptCompany,
  staffSession,
  transact,
} from '../platform/testing/sweep/company.ts'
import { makePrincipals, type Principal } from '../platform/testing/sweep/principals.ts'
import { type SampleCall, sampleOf } from '../platform/testing/sweep/samples.ts'
import { subjectOf } from '../platform/testing/sweep/subject.ts'
import {
  type Answer,
  type Cell,
  makeCells,
  nameOf,
  refusalProblem,
  send,
} from '../platform/testing/sweep/sweep-call.ts'
import { createTestServer, type TestServer } from '../platform/testing/test-server.ts'
import { A_PASSWORD, aSecondFactor } from '../rooms/identity/testing.ts'

let test: TestServer
let own: SweptCompany
let rival: SweptCompany
let principals: Principal[]
let cells: Cell[]

beforeAll(async () => {
  test = await createTestServer()
  own = await aSweptCompany(test, 'forged-supplies')
  rival = await aSweptCompany(test, 'forged-rival')
  principals = await makePrincipals(test, own, rival)
  cells = makeCells(allRoutes, principals, own, rival)
})
afterAll(() => test?.close())
beforeEach(async () => {
  await test.app.db.deleteFrom('throttle_counters').execute()
})

/** A call that works, to a route of each kind of door that asks who comes; by whoever it is for, or by one caller. */
function guarded(kind: Access['kind'], caller?: string): Cell {
  const found = cells.find(
    ({ route, who, expected }) =>
      route.access.kind === kind && expected === 'allowed' && who.token && who.name === (caller ?? who.name),
  )
  if (!found) throw new Error(`No route is for ${caller ?? 'anybody'} behind the door for ${kind}.`)
  return found
}

const sampleFor = (cell: Cell): Promise<SampleCall> =>
  Promise.resolve(sampleOf.get(cell.route)!(subjectOf(test, own, own.debtors.first, true), cell.who))

const problemOf = (name: string, answer: Answer, statuses: readonly number[]): string | null =>
  statuses.includes(answer.status)
    ? (refusalProblem(answer) ??
      (answer.text.length > 1_000 ? `${name}: ${answer.text.length} letters` : null))
    : `${name}: ${answer.status} ${answer.text}`

/** Every kind of token, and each door that opens to it by another check. */
const DOORS = [
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

describe.each(DOORS)('at the door for %s by a token of %s', (kind, caller) => {
  it('R-08 T-26 no forged token lets anybody in, and the genuine one does', async () => {
    const cell = guarded(kind, caller)
    const token = (await cell.who.renew())!
    const call = await sampleFor(cell)
    const wrong: (string | null)[] = []
    for (const { name, authorization } of forgeriesOf(token, test.app.config.secret, test.clock.wallNow())) {
      const answer = await send(test, cell, call, { token: undefined, headers: { authorization } })
      wrong.push(problemOf(name, answer, [401]))
    }
    expect(wrong.length).toBeGreaterThan(70)
    expect(wrong.filter(Boolean)).toEqual([])
    expect((await send(test, cell, call, { token })).status).toBeLessThan(300)
  })

  it('R-09 R-10 R-12 a token is worth as much as its session: not after its time, not once it was ended', async () => {
    const cell = guarded(kind, caller)
    const token = (await cell.who.renew())!
    const call = await sampleFor(cell)
    const read = await test.app.tokens.verify(token, test.clock.wallNow())
    if (!read.ok) throw new Error('A fresh token is not good.')
    const row = (changes: object) =>
      test.app.db.updateTable('sessions').set(changes).where('id', '=', read.claims.sessionId).execute()
    const asked = () => send(test, cell, call, { token })
    const now = new Date(test.clock.wallNow())
    await row({ expires_at: now })
    expect(problemOf('expired', await asked(), [401])).toBeNull()
    await row({ expires_at: new Date(now.getTime() + 1_000_000), revoked_at: now })
    expect(problemOf('revoked', await asked(), [401])).toBeNull()
    await row({ revoked_at: null })
    expect((await asked()).status).toBeLessThan(300)
  })
})

it('T-26 refreshing takes no forged token either', async () => {
  const path = contract.identity.refreshToken.path
  const fresh = () => staffSession(test, own.people.owner)
  const { secret } = test.app.config
  const names = forgeriesOf(await fresh(), secret, test.clock.wallNow()).map(({ name }) => name)
  for (const [at, name] of names.entries()) {
    await test.app.db.deleteFrom('throttle_counters').execute()
    const token = await fresh()
    const { authorization } = forgeriesOf(token, secret, test.clock.wallNow())[at]!
    const given = authorization.replace(/^Bearer /, '')
    // In a body it stands without a scheme, and the space around it is taken off.
    if (given.trim() === token) continue
    const answer = await callApi(test.server, { method: 'POST', path, body: { token: given } })
    expect([400, 401], `${name}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
  }
})

it('R-19 R-24 every kind of token is refused at every door that is not its own', async () => {
  const wrong: (string | null)[] = []
  // Who came over another company's host holds the same tokens.
  const calls = new Map<Access['kind'], SampleCall>()
  for (const kind of ['user', 'staff', 'customer', 'payer'] as const)
    calls.set(kind, await sampleFor(guarded(kind)))
  const holders = principals.filter(({ token, name }) => token !== undefined && !/another company/.test(name))
  for (const who of holders) {
    for (const kind of ['user', 'staff', 'customer', 'payer'] as const) {
      const { route: door } = guarded(kind)
      const cell = cells.find(({ route, who: one }) => route === door && one === who)
      if (!cell || cell.expected === 'allowed') continue
      // Also where the token is carried to the other doors' hosts.
      for (const host of ['localhost', own.host, rival.host]) {
        const answer = await send(test, cell, calls.get(kind)!, { headers: { host } })
        wrong.push(problemOf(`${who.name} at ${nameOf(cell.route)} on ${host}`, answer, [401, 403, 404]))
      }
    }
  }
  expect(wrong.length).toBeGreaterThan(60)
  expect(wrong.filter(Boolean)).toEqual([])
})

it('R-06 R-08 T-26 a login that awaits its second factor holds no token and no session', async () => {
  const userId = own.people.admin
  const sessions = () =>
    test.app.db.selectFrom('sessions').select('id').where('user_id', '=', userId).orderBy('id').execute()
  const { email } = await test.app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await transact(test, (ctx) => aSecondFactor(ctx, userId, 'confirmed'))
  const before = await sessions()
  const body = { email, password: A_PASSWORD }
  const path = contract.identity.logIn.path
  for (const [code, given] of [
    ['login_needs_second_factor', body],
    ['login_needs_second_factor', { ...body, auth_code: ' ' }],
    ['login_bad_authentication_code', { ...body, auth_code: '00000-00000-00000' }],
  ] as const) {
    const answer = await callApi(test.server, { method: 'POST', path, body: given })
    expect(answer).toMatchObject({ status: 400, body: { code, detail: expect.any(String) } })
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'detail'])
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect(await sessions()).toEqual(before)
})

it('T-26 of two Authorization headers neither is chosen by whoever adds one', async () => {
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

/** A refusal, or the words of a route that only tells how a link stands. A sealed secret is long: many of it are no body at all. */
const refusedAs = (name: string, answer: Answer): string | null =>
  answer.status === 200 && answer.text === '{"state":"ended"}'
    ? null
    : problemOf(name, answer, name === 'huge' ? [400, 404, 413] : [400, 404])

/** Every open route that takes a secret which was mailed to somebody. */
const redeeming = allRoutes.filter(
  (route: Route) =>
    route.access.kind === 'public' &&
    route !== contract.identity.refreshToken &&
    'shape' in (route.body ?? {}) &&
    'token' in (route.body as unknown as { shape: object }).shape,
)

it.each(redeeming.map((route) => [nameOf(route), route] as const))(
  'R-14 R-68 R-69 %s takes no secret with a defect',
  async (_, route) => {
    const nobody = principals.find(({ name }) => name === 'anonymous')!
    const cell = cells.find((one) => one.route === route && one.who === nobody)!
    const sample = async (company: SweptCompany) =>
      sampleOf.get(route)!(subjectOf(test, company, company.debtors.first, false), nobody)
    const call = await sample(own)
    const secretOf = ({ body }: SampleCall) => (body as { token: string }).token
    const wrong: (string | null)[] = []
    for (const [name, token] of defectsOf(secretOf(call))) {
      await test.app.db.deleteFrom('throttle_counters').execute()
      const answer = await send(test, cell, { ...call, body: { ...(call.body as object), token } })
      wrong.push(refusedAs(name, answer))
    }
    // Another tenant's, where the route is a company's own.
    if (call.host === own.host) {
      const theirs = await sample(rival)
      wrong.push(refusedAs('of another tenant', await send(test, cell, { ...theirs, host: own.host })))
    }
    expect(wrong.filter(Boolean)).toEqual([])
    expect((await send(test, cell, call)).status).toBeLessThan(300)
  },
)
