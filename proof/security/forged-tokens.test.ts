import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Access } from '../../contract/route.ts'
import type { TokenClaims, TokenSigner } from '../../server/platform/auth/session-tokens.ts'
import { A_PASSWORD, aSecondFactor, removeSecondFactor } from '../../server/rooms/identity/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import { createFaultyServer, type Fault, type FaultyServer } from '../../testing/faulty-server.ts'
import { defectsOf } from '../../testing/forgery/defective-secrets.ts'
import { forgeriesOf } from '../../testing/forgery/forged-tokens.ts'
import { type SecretField, secretFieldsOf } from '../../testing/forgery/secret-fields.ts'
import { forgetSecrets } from '../../testing/logs/watched-log.ts'
import {
  type AuthorizationFlow,
  openProviderRoundTrips,
  type ProviderRoundTrips,
  pageOf,
} from '../../testing/provider-round-trips.ts'
import { aSweptCompany, type SweptCompany, staffSession, transact } from '../../testing/sweep/company.ts'
import { makePrincipals, type Principal } from '../../testing/sweep/principals.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import {
  type Answer,
  type Cell,
  makeCells,
  nameOf,
  refusalProblem,
  send,
} from '../../testing/sweep/sweep-call.ts'
import type { TestServer } from '../../testing/test-server.ts'

let roundTrips: ProviderRoundTrips
let test: TestServer
let own: SweptCompany
let rival: SweptCompany
let principals: Principal[]
let cells: Cell[]

beforeAll(async () => {
  roundTrips = await openProviderRoundTrips()
  test = roundTrips.test
  own = await aSweptCompany(test, 'forged-supplies')
  rival = await aSweptCompany(test, 'forged-rival')
  principals = await makePrincipals(test, own, rival)
  cells = makeCells(allRoutes, principals, own, rival)
})
afterAll(() => roundTrips?.close())
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

/** What is wrong with the answers to every forgery of a caller's token, of which the genuine one is let in. */
async function tryForgeries(
  server: TestServer,
  kind: Access['kind'],
  caller: string,
): Promise<(string | null)[]> {
  const cell = guarded(kind, caller)
  const token = (await cell.who.renew())!
  const call = await sampleFor(cell)
  const wrong: (string | null)[] = []
  for (const { name, authorization } of forgeriesOf(token, test.app.config.secret, test.clock.wallNow())) {
    const answer = await send(server, cell, call, { token: undefined, headers: { authorization } })
    wrong.push(problemOf(name, answer, [401]))
  }
  expect((await send(server, cell, call, { token })).status).toBeLessThan(300)
  return wrong
}

/** The same of a token whose session is over. */
async function tryEnded(
  server: TestServer,
  kind: Access['kind'],
  caller: string,
): Promise<(string | null)[]> {
  const cell = guarded(kind, caller)
  const token = (await cell.who.renew())!
  const call = await sampleFor(cell)
  const read = await test.app.tokens.verify(token, test.clock.wallNow())
  if (!read.ok) throw new Error('A fresh token is not good.')
  const row = (changes: object) =>
    test.app.db.updateTable('sessions').set(changes).where('id', '=', read.claims.sessionId).execute()
  const asked = () => send(server, cell, call, { token })
  const now = new Date(test.clock.wallNow())
  await row({ expires_at: now })
  const expired = problemOf('expired', await asked(), [401])
  await row({ expires_at: new Date(now.getTime() + 1_000_000), revoked_at: now })
  const revoked = problemOf('revoked', await asked(), [401])
  await row({ revoked_at: null })
  expect((await asked()).status).toBeLessThan(300)
  return [expired, revoked]
}

describe.each(DOORS)('at the door for %s by a token of %s', (kind, caller) => {
  it('no forged token lets anybody in, and the genuine one does', async () => {
    const wrong = await tryForgeries(test, kind, caller)
    expect(wrong.length).toBeGreaterThan(70)
    expect(wrong.filter(Boolean)).toEqual([])
  })

  it('a token is worth as much as its session: not after its time, not once it was ended', async () => {
    expect(await tryEnded(test, kind, caller)).toEqual([null, null])
  })
})

it('refreshing takes no forged token either', async () => {
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

it('every kind of token is refused at every door that is not its own', async () => {
  const wrong: (string | null)[] = []
  // Who came over another host holds the same tokens.
  const calls = new Map<Access['kind'], SampleCall>()
  for (const kind of ['user', 'staff', 'customer', 'payer'] as const)
    calls.set(kind, await sampleFor(guarded(kind)))
  const holders = principals.filter(
    ({ token, name }) => token !== undefined && !/another company's host|app's own host/.test(name),
  )
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

it('a login that awaits its second factor holds no token and no session', async () => {
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

it('of two Authorization headers neither is chosen by whoever adds one', async () => {
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

/** Answers of the call that mails a new link are equal whether or not it does; its own tests count the mails. */
const RENEWED = 'If this invoice is still open, we emailed a new link to the address on file.'

/** A refusal, or the words of a route that only tells how a link stands, or nothing of it at all. A sealed secret is long: many of it are no body at all. */
const refusedAs = (name: string, answer: Answer): string | null =>
  answer.status === 200 &&
  (answer.text === '{"state":"ended"}' || answer.text === JSON.stringify({ detail: RENEWED }))
    ? null
    : problemOf(name, answer, name === 'huge' ? [400, 404, 413, 414] : [400, 404])

/** Named like secrets, and none: parts of addresses, states of records, an id beside which a session has to stand. */
const NO_SECRETS = [
  'PATCH /api/accounts/:account/company/ body.postal_address.postal_code',
  'PATCH /api/accounts/:account/company/ body.postal_address.state',
  'POST /api/accounts/:account/customers/ body.postal_code',
  'POST /api/accounts/:account/customers/ body.state',
  'PATCH /api/accounts/:account/customers/:customer/ body.postal_code',
  'PATCH /api/accounts/:account/customers/:customer/ body.state',
  'GET /api/accounts/:account/invoices/ query.filter_state',
  'GET /api/accounts/:account/invoices/ query.exclude_state',
  'GET /api/accounts/:account/payment-cases/ query.state',
  'DELETE /api/accounts/:account/report-links/:link/ params.link',
]
/** A session's own token, for which there is a corpus above. */
const OF_A_SESSION = [
  'POST /api/profile/token-refresh/ body.token',
  'POST /api/profile/framed-session/ body.token',
]

/** Who may call by a secret that somebody was mailed, and which of the calls. */
const LINKS: Readonly<Record<string, string>> = {
  'POST /api/profile/verify-email/ body.token': 'anonymous',
  'POST /api/profile/email-link/ body.token': 'anonymous',
  'POST /api/profile/reset-password/ body.token': 'anonymous',
  'POST /api/profile/portal-link/ body.token': 'anonymous',
  'POST /api/profile/enrol/ body.token': 'anonymous',
  'POST /api/profile/provider-login/ body.token': 'anonymous',
  'POST /api/profile/provider-signup/ body.token': 'anonymous',
  'POST /api/pay-link/ body.token': 'anonymous',
  'POST /api/pay-link/company/ body.token': 'anonymous',
  'POST /api/pay-link/renew/ body.token': 'anonymous',
  'POST /api/preview/ body.code': 'anonymous',
  'POST /api/ista-report/ body.token': 'anonymous',
  'GET /api/invites/:code/ params.code': 'anonymous',
  'POST /api/invites/:code/accept/ params.code': 'unverified user',
}
/** Short ones that people type, who may put spaces and dashes between their digits. Few tries are given: each has a code of its own. */
const TYPED: Readonly<Record<string, string>> = {
  'POST /api/pay-link/unlock/ body.code': 'pay link',
  'POST /api/profile/login/ body.auth_code': 'anonymous',
  'POST /api/profile/provider-login/ body.auth_code': 'anonymous',
  'POST /api/profile/second-factor/confirm/ body.auth_code': 'viewer',
  'POST /api/profile/second-factor/recovery-codes/ body.auth_code': 'viewer',
  'POST /api/profile/second-factor/prove/ body.auth_code': 'viewer',
  'POST /api/profile/second-factor/end/ body.auth_code': 'viewer',
  'POST /api/profile/identities/ body.auth_code': 'viewer',
  'POST /api/profile/identities/end/ body.auth_code': 'viewer',
  'POST /api/accounts/:account/team/members/:user/end-second-factor/ body.auth_code': 'owner',
  'POST /api/accounts/:account/team/transfer/ body.auth_code': 'owner',
}
/** Fields of a callback. */
const CALLBACK_FIELDS = [
  'POST /api/profile/auth-code-exchange/ body.code',
  'POST /api/profile/auth-code-exchange/ body.extra_data.state',
  'POST /api/profile/auth-code-exchange/ body.extra_data.browser_key',
  'PUT /api/profile/auth-code-connect/ body.code',
  'PUT /api/profile/auth-code-connect/ body.extra_data.state',
  'PUT /api/profile/auth-code-connect/ body.extra_data.browser_key',
]

const secretFields = secretFieldsOf(allRoutes)
const fieldOf = (name: string) => secretFields.find((one) => one.name === name)!

it('whatever redeems a secret is tried with defects: a new one has to be told here how', () => {
  const told = [
    ...NO_SECRETS,
    ...OF_A_SESSION,
    ...Object.keys(LINKS),
    ...Object.keys(TYPED),
    ...CALLBACK_FIELDS,
  ]
  expect(secretFields.map(({ name }) => name).sort()).toEqual(told.sort())
})

type Holder = Record<string, unknown>
const within = (call: SampleCall, { place, path }: SecretField): Holder =>
  path.slice(0, -1).reduce((at, name) => at[name] as Holder, call[place] as Holder)
const secretIn = (call: SampleCall, field: SecretField): string =>
  within(call, field)[field.path.at(-1)!] as string
/** The same call with something else in the secret's place. */
function withSecret(call: SampleCall, field: SecretField, value: unknown): SampleCall {
  const copy = { ...call, [field.place]: structuredClone(call[field.place]) } as SampleCall
  within(copy, field)[field.path.at(-1)!] = value
  return copy
}

/** Those that can be written into this place; an address takes texts, and whole characters only. */
const defectsFor = (secret: string, { place }: SecretField): [string, unknown][] =>
  defectsOf(secret).filter(
    ([, value]) => place === 'body' || (typeof value === 'string' && value !== '' && value.isWellFormed()),
  )

const cellOf = ({ route }: SecretField, caller: string): Cell => {
  const who = principals.find(({ name }) => name === caller)!
  return cells.find((one) => one.route === route && one.who === who)!
}

async function tryOne(
  cell: Cell,
  name: string,
  call: SampleCall,
  token?: string,
  server: TestServer = test,
): Promise<string | null> {
  await test.app.db.deleteFrom('throttle_counters').execute()
  return refusedAs(name, await send(server, cell, call, token === undefined ? {} : { token }))
}

/** What is wrong with the answers to a link's secret with each defect. */
async function tryDefects(server: TestServer, name: string, caller: string) {
  const field = fieldOf(name)
  const cell = cellOf(field, caller)
  const sample = async (company: SweptCompany): Promise<SampleCall> =>
    sampleOf.get(field.route)!(subjectOf(test, company, company.debtors.first, false), cell.who)
  const call = await sample(own)
  const wrong: (string | null)[] = []
  for (const [defect, value] of defectsFor(secretIn(call, field), field))
    wrong.push(await tryOne(cell, defect, withSecret(call, field, value), undefined, server))
  // Another tenant's, where the route is a company's own.
  if (call.host === own.host) {
    const theirs = await sample(rival)
    wrong.push(await tryOne(cell, 'of another tenant', { ...theirs, host: own.host }, undefined, server))
  }
  return { wrong, genuine: () => send(server, cell, call) }
}

it.each(Object.entries(LINKS))('%s takes no secret with a defect', async (name, caller) => {
  const { wrong, genuine } = await tryDefects(test, name, caller)
  expect(wrong.length).toBeGreaterThan(15)
  expect(wrong.filter(Boolean)).toEqual([])
  expect((await genuine()).status).toBeLessThan(300)
})

/** Whoever's code it is: who calls, or who was made for a call without a session. */
async function personOf(cell: Cell, call: SampleCall, token: string | undefined): Promise<string> {
  const bearer = call.headers?.authorization?.replace('Bearer ', '') ?? token
  if (bearer === undefined)
    return (
      await test.app.db.selectFrom('users').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    ).id
  const read = await test.app.tokens.verify(bearer, test.clock.wallNow())
  if (!read.ok) throw new Error(`${cell.who.name} has no session.`)
  return read.claims.subject
}

/** What is typed is compared without spaces and dashes. */
const bare = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/[\s-]/g, '') : value)

it.each(Object.entries(TYPED))('%s takes no code with a defect', async (name, caller) => {
  const field = fieldOf(name)
  const cell = cellOf(field, caller)
  const subject = subjectOf(test, own, own.debtors.first, false)
  const token = await cell.who.renew()
  const who = { ...cell.who, token }
  // So that whoever is made for it is the newest.
  test.clock.advance(1)
  const made: SampleCall = await sampleOf.get(field.route)!(subject, who)
  const begins = name.includes('/confirm/')
  const person = field.path.at(-1) === 'auth_code' ? await personOf(cell, made, token) : null
  const fresh = async (): Promise<SampleCall> => {
    if (person === null) return withSecret(made, field, await subject.code(who))
    const factor = await transact(test, (ctx) => aSecondFactor(ctx, person, begins ? 'begun' : 'confirmed'))
    return withSecret(made, field, factor.recoveryCodes[0] ?? factor.code)
  }
  const wrong: (string | null)[] = []
  let call = await fresh()
  const secret = secretIn(call, field)
  for (const [defect, value] of defectsFor(secret, field)) {
    if (bare(value) === bare(secret)) continue
    if (person === null) call = await fresh()
    const [, spoilt] = defectsOf(secretIn(call, field)).find(([one]) => one === defect)!
    if (bare(spoilt) === bare(secretIn(call, field))) continue
    wrong.push(await tryOne(cell, defect, withSecret(call, field, spoilt), token))
  }
  expect(wrong.length).toBeGreaterThan(12)
  expect(wrong.filter(Boolean)).toEqual([])
  await test.app.db.deleteFrom('throttle_counters').execute()
  const answer = await send(test, cell, call, token === undefined ? {} : { token })
  expect(answer.status, answer.text).toBeLessThan(300)
  if (person !== null) await transact(test, (ctx) => removeSecondFactor(ctx, person))
})

/** The callback of an unknown person from Facebook. With a token it links. */
async function aCallback(token: string | undefined): Promise<SampleCall> {
  const where = { provider: 'facebook' as const, redirectUrl: pageOf('facebook') }
  const body = { provider: 'facebook', redirect_url: where.redirectUrl, current_password: A_PASSWORD }
  const begun = token
    ? await callApi<AuthorizationFlow>(test.server, {
        ...{ method: 'POST', path: contract.socialLogins.beginLink.path },
        ...{ body, token },
      })
    : null
  const flow = begun ? { ...begun.body, ...where } : await roundTrips.begin('facebook')
  const callback = await roundTrips.approve(flow, { subject: randomUUID() })
  return { query: { provider: 'facebook', redirect_url: where.redirectUrl }, body: callback }
}

it.each(CALLBACK_FIELDS)('%s takes nothing with a defect', async (name) => {
  const field = fieldOf(name)
  const links = field.route === contract.socialLogins.connect
  const cell = cellOf(field, links ? 'viewer' : 'anonymous')
  const person = await subjectOf(test, own, own.debtors.first, false).person()
  const token = links ? await staffSession(test, person.id) : undefined
  let call = await aCallback(token)
  const wrong: (string | null)[] = []
  for (const [defect] of defectsOf(secretIn(call, field))) {
    // Who has come back with a code that the provider doesn't know has come back.
    if (name.endsWith('body.code')) call = await aCallback(token)
    const [, spoilt] = defectsOf(secretIn(call, field)).find(([one]) => one === defect)!
    wrong.push(await tryOne(cell, defect, withSecret(call, field, spoilt), token))
  }
  expect(wrong.filter(Boolean)).toEqual([])
  if (name.endsWith('body.code')) call = await aCallback(token)
  expect((await send(test, cell, call, { token })).status).toBeLessThan(300)
})

/** Reads a token as its words stand there, whoever signed them. */
async function unsigned(token: string): ReturnType<TokenSigner['verify']> {
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

const reading = (verify: (real: TokenSigner) => TokenSigner['verify']): Fault => ({
  parts: ({ tokens }) => ({ tokens: { ...tokens, verify: verify(tokens) } }),
})

/** What a careless reader does to a link's secret before looking for it. */
const forgiving = (change: (token: string) => string): Fault => ({
  before: ({ body }) => {
    const said = body as { token?: unknown }
    if (typeof said.token === 'string') said.token = change(said.token)
  },
})

describe('made wrong on purpose is noticed', () => {
  let mistaken: FaultyServer
  beforeAll(async () => {
    mistaken = await createFaultyServer(test)
    // It logs what a forgery says, and texts that were made up had been tried as secrets before.
    forgetSecrets()
  })
  afterAll(() => mistaken?.close())

  it.each<[string, string, Fault]>([
    ['who signed a token is not looked at', 'a changed signature: 200', reading(() => unsigned)],
    [
      'a token that has ended is good',
      'an end that has passed: 200',
      reading((real) => async (token, now) => {
        const read = await real.verify(token, now)
        return read.ok || !read.expired ? read : { ok: true, claims: read.expired }
      }),
    ],
    [
      'a token is looked for wherever a header has one',
      'no scheme: 200',
      {
        before: ({ headers }) => {
          const found = /[\w-]+\.[\w-]+\.[\w-]+/.exec(headers.authorization ?? '')
          if (found) headers.authorization = `Bearer ${found[0]}`
        },
      },
    ],
  ])('%s', async (_, noticed, mistake) => {
    mistaken.setFault(mistake)
    const wrong = (await tryForgeries(mistaken, 'staff', 'viewer')).filter((one) => one !== null)
    expect(wrong.map((one) => one.slice(0, noticed.length))).toContain(noticed)
  })

  it.each([
    ['expired', 's.expires_at, s.revoked_at', "s.expires_at + interval '1 day' as expires_at, s.revoked_at"],
    ['revoked', 's.revoked_at, s.role', 'null::timestamptz as revoked_at, s.role'],
  ])('a session that is %s is alive', async (name, words, instead) => {
    mistaken.setFault({ rewrite: (statement) => statement.replace(words, instead) })
    const wrong = (await tryEnded(mistaken, 'staff', 'viewer')).filter(Boolean)
    expect(wrong).toEqual([expect.stringContaining(`${name}: 200`)])
  })

  it.each([
    ['what stands behind a secret is let go', 'longer: 200', (token: string) => token.slice(0, 43)],
    ['an empty secret is some secret', 'nothing: 200', (token: string, genuine: string) => token || genuine],
  ])('%s', async (_, noticed, change) => {
    mistaken.setFault(forgiving((token) => change(token, own.debtors.first.payLinkSecret)))
    const { wrong } = await tryDefects(mistaken, 'POST /api/pay-link/ body.token', 'anonymous')
    expect(wrong.map((one) => one?.slice(0, noticed.length))).toContain(noticed)
  })
})
