import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { RateLimit, Route } from '../../contract/route.ts'
import { authorize } from '../../server/main/authorize.ts'
import { asDate } from '../../server/platform/clock.ts'
import { mountRoutes } from '../../server/platform/http/mount.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { createFaultyServer, type Fault, type FaultyServer } from '../../testing/faulty-server.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import { type Sweep, successOf } from '../../testing/sweep/sweep.ts'
import { type Answer, type Cell, nameOf, send, type Variation } from '../../testing/sweep/sweep-call.ts'
import { withSweep } from '../../testing/sweep/with-sweep.ts'
import type { TestServer } from '../../testing/test-server.ts'

/** The kinds of access without authentication, which are open to guesses and floods. */
const OPEN: ReadonlySet<string> = new Set(['public', 'signed'])
const open = allRoutes.filter(({ access }: Route) => OPEN.has(access.kind))
const throttled = allRoutes.filter(
  (route): route is typeof route & { rateLimit: RateLimit } => !!route.rateLimit,
)
/** The routes that count every caller, and those that count only callers without a valid token. */
const countsAll = throttled.filter(({ rateLimit }) => !(rateLimit as RateLimit).unauthenticatedOnly)
const countsStrangers = throttled.filter(({ rateLimit }) => (rateLimit as RateLimit).unauthenticatedOnly)

const TOO_MANY = JSON.stringify({
  detail: 'You have made too many requests. Please wait before trying again.',
  code: 'too_many_requests',
})

let test: TestServer
let sweep: Sweep
withSweep((opened, server) => {
  sweep = opened
  test = server
})

it('every route without authentication declares a rate limit', () => {
  expect(open.length).toBeGreaterThan(20)
  expect(open.filter((route: Route) => !route.rateLimit).map(nameOf)).toEqual([])
})

it.each([
  ['no rate limit', undefined, 'Public route without a rateLimit: POST /api/open/'],
  [
    'a rate limit that counts only calls without a token',
    { limit: 60, windowSeconds: 60, unauthenticatedOnly: true },
    'Public route with a rateLimit that counts only some calls: POST /api/open/',
  ],
] as const)('a public route with %s prevents the start', (_, rateLimit, message) => {
  for (const kind of ['public', 'signed'] as const) {
    const route: Route = {
      method: 'POST',
      path: '/api/open/',
      summary: 'Open to everybody',
      access: { kind },
      reply: 'nothing',
      ...(rateLimit && { rateLimit }),
    }
    const bound = [{ route, handle: async () => undefined }]
    expect(() => mountRoutes(fastify(), test.app, bound, [route], authorize)).toThrow(message)
  }
})

/** Sets a counter to `hits` calls. */
const setCounter = (key: string, hits: number) => {
  const hashed = sha256(key).toString('base64url')
  const now = asDate(test.clock.wallNow())
  return sql`insert into throttle_counters (key, window_started_at, hits) values (${hashed}, ${now}, ${hits})
    on conflict (key) do update set window_started_at = ${now}, hits = ${hits}`.execute(test.app.db)
}

const [HERE, ELSEWHERE] = ['203.0.113.7', '198.51.100.7']

type Throttled = (typeof throttled)[number]

/** Returns an allowed caller and a valid call. */
async function createCall(route: Throttled): Promise<{ cell: Cell; call: SampleCall }> {
  const cell = sweep.cells.find((one) => one.route === route && one.expected === 'allowed')!
  const call = await sampleOf.get(route)!(
    subjectOf(test, sweep.own, sweep.own.debtors.first, false),
    cell.who,
  )
  return { cell, call }
}

/** Checks the response to a call above the limit. */
function limitProblem({ status, text, retryAfterSeconds }: Answer, { rateLimit }: Throttled): string | null {
  if (status !== 429) return `is ${status}`
  if (text !== TOO_MANY) return `says ${text}`
  const isTime =
    retryAfterSeconds !== null && retryAfterSeconds > 0 && retryAfterSeconds <= rateLimit.windowSeconds
  return isTime ? null : `has Retry-After ${retryAfterSeconds}`
}

/** Returns whether a server that ignored the stored counter counts its own calls. */
async function describeCounting(again: () => Promise<Answer>, { rateLimit }: Throttled): Promise<string> {
  for (let calls = 0; calls < rateLimit.limit; calls++)
    if ((await again()).status === 429) return 'it counts only its own calls'
  return 'it counts nothing'
}

/**
 * Checks the limit by client address. The counter starts one below the limit, as if another process had
 * counted.
 */
async function problemByAddress(server: TestServer, route: Throttled): Promise<string | null> {
  const { cell, call } = await createCall(route)
  const from = (remoteAddress: string, body = call.body, variation: Variation = {}) =>
    send(server, cell, { ...call, body }, { remoteAddress, ...variation })
  await setCounter(`${nameOf(route)} ip ${HERE}`, route.rateLimit.limit - 1)
  const last = await from(HERE)
  if (last.status !== successOf(route, call)) return `the last allowed call is ${last.status} ${last.text}`
  const problem = limitProblem(await from(HERE), route)
  if (problem !== null)
    return /^is/.test(problem)
      ? `a call above the limit ${problem}: ${await describeCounting(() => from(HERE), route)}`
      : `a call above the limit ${problem}`
  // The refusal is the same for unknown values and for invalid bodies.
  const token = 'A'.repeat(43)
  for (const other of [{}, { token }, { email: 'nobody@people.test' }, { code: token }]) {
    const refusal = limitProblem(await from(HERE, other), route)
    if (refusal !== null) return `a call with ${Object.keys(other).join() || 'an empty body'} ${refusal}`
  }
  const unknown = limitProblem(await from(HERE, call.body, { token: undefined }), route)
  if (unknown !== null) return `a call without a token ${unknown}`
  const headers = { 'x-forwarded-for': ELSEWHERE, 'x-real-ip': ELSEWHERE, forwarded: `for=${ELSEWHERE}` }
  const forged = limitProblem(await from(HERE, {}, { headers }), route)
  if (forged !== null) return `a call with a forged address ${forged}`
  return (await from(ELSEWHERE, {})).status === 429 ? 'a call from another address is 429' : null
}

/** Checks the limit by the value of a body field, for any caller. */
async function problemByField(server: TestServer, route: Throttled): Promise<string | null> {
  const also = route.rateLimit.also!
  const { cell, call } = await createCall(route)
  const body = call.body as Record<string, string>
  const value = body[also.field]!
  const naming = (written: string) =>
    send(server, cell, { ...call, body: { ...body, [also.field]: written } })
  await setCounter(`${nameOf(route)} ${also.field} ${value.toLowerCase()}`, also.limit)
  for (const written of [value, value.toUpperCase(), ` ${value} `]) {
    const problem = limitProblem(await naming(written), route)
    if (problem !== null) return `"${written}" ${problem}`
  }
  const another = await naming(`another-${value}`)
  return another.status === successOf(route, call)
    ? null
    : `another value is ${another.status} ${another.text}`
}

describe.each(countsAll.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  const { limit, windowSeconds, also } = route.rateLimit

  it(`accepts ${limit} calls in ${windowSeconds} seconds from one address, and then returns 429 with Retry-After for any call`, async () => {
    expect(await problemByAddress(test, route)).toBeNull()
  })

  if (also)
    it(`accepts ${also.limit} calls for one ${also.field} from any address`, async () => {
      expect(await problemByField(test, route)).toBeNull()
    })
})

/** A token with an invalid signature. */
const FORGED = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.${'A'.repeat(43)}`

it('only payment routes count just the calls without a valid token', () => {
  expect(countsStrangers.map(nameOf).sort()).toEqual(
    [
      contract.payments.pay,
      contract.openInvoices.pay,
      contract.payments.createIntent,
      contract.payments.createOrder,
      contract.payments.captureOrder,
      contract.payments.cancelOrder,
      contract.payments.answerChallenge,
    ]
      .map(nameOf)
      .sort(),
  )
})

describe.each(countsStrangers.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  const { limit, windowSeconds } = route.rateLimit

  it(`refuses callers without a token after ${limit} calls in ${windowSeconds} seconds, and still accepts payers at their address`, async () => {
    const { cell, call } = await createCall(route)
    const stranger = (token: string | undefined, remoteAddress = HERE, body: unknown = call.body) =>
      send(test, cell, { ...call, body }, { remoteAddress, token })
    await setCounter(`${nameOf(route)} ip ${HERE}`, limit - 1)
    expect((await stranger(undefined)).status).toBe(401)
    for (const token of [undefined, FORGED])
      for (const body of [call.body, {}, { token: 'x' }])
        expect(limitProblem(await stranger(token, HERE, body), route)).toBeNull()
    expect((await stranger(undefined, ELSEWHERE)).status, 'at another address').toBe(401)
    const payer = await send(test, cell, call, { remoteAddress: HERE })
    expect([payer.status, payer.text]).toEqual([successOf(route, call), expect.any(String)])
  })

  it('counts no call of a payer, valid or invalid', async () => {
    const { cell, call } = await createCall(route)
    const body = { ...(call.body as object), answer: 7, order_id: 7, amount: 'much' }
    for (let calls = 0; calls < 3; calls++)
      expect((await send(test, cell, { ...call, body }, { remoteAddress: '203.0.113.9' })).status).toBe(400)
    const key = sha256(`${nameOf(route)} ip 203.0.113.9`).toString('base64url')
    const counted = await sql`select 1 from throttle_counters where key = ${key}`.execute(test.app.db)
    expect(counted.rows).toEqual([])
  })
})

describe('an injected bug is detected', () => {
  const { verifyEmail, forgotPassword } = contract.identity
  let faulty: FaultyServer
  beforeAll(async () => {
    faulty = await createFaultyServer(test)
  })
  afterAll(() => faulty?.close())

  /** The stored counter is ignored. */
  const rewrite = (text: string) => text.replace('returning hits,', 'returning 0 as hits,')
  const setClientAddress = (request: FastifyRequest, ip: string | undefined) =>
    void (ip !== undefined && Object.defineProperty(request, 'ip', { value: ip }))
  const counted = new Map<string, number>()
  const countInProcess = ({ ip }: FastifyRequest, reply: FastifyReply) => {
    const hits = (counted.get(ip) ?? 0) + 1
    counted.set(ip, hits)
    return hits > verifyEmail.rateLimit!.limit && reply.code(429).header('retry-after', '9').send(TOO_MANY)
  }

  it.each<[string, RegExp, Fault]>([
    ['calls are not counted', /^a call above the limit is 400: it counts nothing$/, { rewrite }],
    [
      'each process has its own counter',
      /^a call above the limit is 400: it counts only its own calls$/,
      { rewrite, before: countInProcess },
    ],
    [
      'callers are counted by their forwarded address',
      /^a call with a forged address is 400$/,
      {
        first: (request) =>
          setClientAddress(request, request.headers['x-forwarded-for'] as string | undefined),
      },
    ],
    [
      'all callers share one counter',
      /^a call from another address is 429$/,
      { first: (request) => setClientAddress(request, HERE) },
    ],
    [
      'a refusal lacks Retry-After',
      /^a call above the limit has Retry-After null$/,
      { after: (_request, reply) => void reply.removeHeader('retry-after') },
    ],
    [
      'an invalid body is refused before it is counted',
      /^a call with an empty body is 400$/,
      { before: ({ body }, reply) => Object.keys(body as object).length === 0 && reply.code(400).send({}) },
    ],
  ])('%s', async (_name, problem, fault) => {
    faulty.setFault(fault)
    expect(await problemByAddress(faulty, verifyEmail as Throttled)).toMatch(problem)
  })

  it('an email address in another case has its own counter', async () => {
    faulty.setFault({
      before: (request) => {
        const body = request.body as { email: string }
        if (body.email !== body.email.toLowerCase()) body.email = `other-${body.email}`
      },
    })
    expect(await problemByField(faulty, forgotPassword as Throttled)).toMatch(/^"[^a-z]+" is 200$/)
  })
})
