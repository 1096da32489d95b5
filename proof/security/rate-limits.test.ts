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

/** Whom nobody has to know before they call: what guesses and floods come through. */
const OPEN: ReadonlySet<string> = new Set(['public', 'signed'])
const open = allRoutes.filter(({ access }: Route) => OPEN.has(access.kind))
const throttled = allRoutes.filter(
  (route): route is typeof route & { rateLimit: RateLimit } => !!route.rateLimit,
)
/** Counted for everybody, or only for callers without a valid token. */
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

it('every call that anybody may make declares how often', () => {
  expect(open.length).toBeGreaterThan(20)
  expect(open.filter((route: Route) => !route.rateLimit).map(nameOf)).toEqual([])
})

it.each([
  ['no throttle', undefined, 'Public route without a rateLimit: POST /api/open/'],
  [
    'one that counts only calls without a token',
    { limit: 60, windowS: 60, unauthenticatedOnly: true },
    'Public route with a rateLimit that counts only some calls: POST /api/open/',
  ],
] as const)('a public route with %s stops the start', (_, rateLimit, sentence) => {
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
    expect(() => mountRoutes(fastify(), test.app, bound, [route], authorize)).toThrow(sentence)
  }
})

/** As if `hits` calls had been counted by now. */
const count = (key: string, hits: number) => {
  const hashed = sha256(key).toString('base64url')
  const now = asDate(test.clock.wallNow())
  return sql`insert into throttle_counters (key, window_started_at, hits) values (${hashed}, ${now}, ${hits})
    on conflict (key) do update set window_started_at = ${now}, hits = ${hits}`.execute(test.app.db)
}

const [HERE, ELSEWHERE] = ['203.0.113.7', '198.51.100.7']

type Throttled = (typeof throttled)[number]

/** Somebody who may call it, and a call that works. */
async function aCall(route: Throttled): Promise<{ cell: Cell; call: SampleCall }> {
  const cell = sweep.cells.find((one) => one.route === route && one.expected === 'allowed')!
  const call = await sampleOf.get(route)!(
    subjectOf(test, sweep.own, sweep.own.debtors.first, false),
    cell.who,
  )
  return { cell, call }
}

/** What is wrong with the answer to one call too many. */
function problemOfTooMany({ status, text, retryAfterS }: Answer, { rateLimit }: Throttled): string | null {
  if (status !== 429) return `is ${status}`
  if (text !== TOO_MANY) return `says ${text}`
  const isTime = retryAfterS !== null && retryAfterS > 0 && retryAfterS <= rateLimit.windowS
  return isTime ? null : `says ${retryAfterS} of when to come back`
}

/** Whether any call was counted where one too many was not refused: another process had counted most of them. */
async function whatItCounts(again: () => Promise<Answer>, { rateLimit }: Throttled): Promise<string> {
  for (let calls = 0; calls < rateLimit.limit; calls++)
    if ((await again()).status === 429) return 'it counts only what came to itself'
  return 'it counts nothing'
}

/** What is wrong with how often `server` answers one address, of whose calls all but the last were counted elsewhere. */
async function problemByAddress(server: TestServer, route: Throttled): Promise<string | null> {
  const { cell, call } = await aCall(route)
  const from = (remoteAddress: string, body = call.body, variation: Variation = {}) =>
    send(server, cell, { ...call, body }, { remoteAddress, ...variation })
  await count(`${nameOf(route)} ip ${HERE}`, route.rateLimit.limit - 1)
  const last = await from(HERE)
  if (last.status !== successOf(route, call)) return `the last one is ${last.status} ${last.text}`
  const problem = problemOfTooMany(await from(HERE), route)
  if (problem !== null)
    return /^is/.test(problem)
      ? `one too many ${problem}: ${await whatItCounts(() => from(HERE), route)}`
      : `one too many ${problem}`
  // No more is told to who asks for what there is not, or for nothing that makes sense.
  const token = 'A'.repeat(43)
  for (const other of [{}, { token }, { email: 'nobody@people.test' }, { code: token }]) {
    const told = problemOfTooMany(await from(HERE, other), route)
    if (told !== null) return `one with ${Object.keys(other).join() || 'nothing'} ${told}`
  }
  const unknown = problemOfTooMany(await from(HERE, call.body, { token: undefined }), route)
  if (unknown !== null) return `one of nobody ${unknown}`
  const headers = { 'x-forwarded-for': ELSEWHERE, 'x-real-ip': ELSEWHERE, forwarded: `for=${ELSEWHERE}` }
  const forged = problemOfTooMany(await from(HERE, {}, { headers }), route)
  if (forged !== null) return `one who says that they come from elsewhere ${forged}`
  return (await from(ELSEWHERE, {})).status === 429 ? 'one from elsewhere is 429' : null
}

/** The same of how often one is answered who is named, by whomever. */
async function problemByField(server: TestServer, route: Throttled): Promise<string | null> {
  const also = route.rateLimit.also!
  const { cell, call } = await aCall(route)
  const body = call.body as Record<string, string>
  const value = body[also.field]!
  const naming = (written: string) =>
    send(server, cell, { ...call, body: { ...body, [also.field]: written } })
  await count(`${nameOf(route)} ${also.field} ${value.toLowerCase()}`, also.limit)
  for (const written of [value, value.toUpperCase(), ` ${value} `]) {
    const problem = problemOfTooMany(await naming(written), route)
    if (problem !== null) return `"${written}" ${problem}`
  }
  const another = await naming(`another-${value}`)
  return another.status === successOf(route, call) ? null : `another is ${another.status} ${another.text}`
}

describe.each(countsAll.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  const { limit, windowS, also } = route.rateLimit

  it(`is answered ${limit} times in ${windowS} seconds from one address, and then says when to come back, whatever is asked`, async () => {
    expect(await problemByAddress(test, route)).toBeNull()
  })

  if (also)
    it(`is answered ${also.limit} times for one ${also.field}, from wherever`, async () => {
      expect(await problemByField(test, route)).toBeNull()
    })
})

/** Nobody signed this one, so nobody is admitted by it. */
const FORGED = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.${'A'.repeat(43)}`

it('payments alone count only calls without a valid token', () => {
  expect(countsStrangers.map(nameOf).sort()).toEqual(
    [
      contract.payments.pay,
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
  const { limit, windowS } = route.rateLimit

  it(`refuses strangers after ${limit} calls in ${windowS} seconds, and still answers payers at their address`, async () => {
    const { cell, call } = await aCall(route)
    const stranger = (token: string | undefined, remoteAddress = HERE, body: unknown = call.body) =>
      send(test, cell, { ...call, body }, { remoteAddress, token })
    await count(`${nameOf(route)} ip ${HERE}`, limit - 1)
    expect((await stranger(undefined)).status).toBe(401)
    for (const token of [undefined, FORGED])
      for (const body of [call.body, {}, { token: 'x' }])
        expect(problemOfTooMany(await stranger(token, HERE, body), route)).toBeNull()
    expect((await stranger(undefined, ELSEWHERE)).status, 'at another address').toBe(401)
    const payer = await send(test, cell, call, { remoteAddress: HERE })
    expect([payer.status, payer.text]).toEqual([successOf(route, call), expect.any(String)])
  })

  it('counts no call of a payer, and no mistake in what they fill in', async () => {
    const { cell, call } = await aCall(route)
    const body = { ...(call.body as object), answer: 7, order_id: 7, amount: 'much' }
    for (let calls = 0; calls < 3; calls++)
      expect((await send(test, cell, { ...call, body }, { remoteAddress: '203.0.113.9' })).status).toBe(400)
    const key = sha256(`${nameOf(route)} ip 203.0.113.9`).toString('base64url')
    const counted = await sql`select 1 from throttle_counters where key = ${key}`.execute(test.app.db)
    expect(counted.rows).toEqual([])
  })
})

describe('made wrong on purpose is noticed', () => {
  const { verifyEmail, forgotPassword } = contract.identity
  let mistaken: FaultyServer
  beforeAll(async () => {
    mistaken = await createFaultyServer(test)
  })
  afterAll(() => mistaken?.close())

  /** Nothing that was counted in the database is heard of. */
  const rewrite = (text: string) => text.replace('returning hits,', 'returning 0 as hits,')
  const come = (request: FastifyRequest, ip: string | undefined) =>
    void (ip !== undefined && Object.defineProperty(request, 'ip', { value: ip }))
  const counted = new Map<string, number>()
  const byItself = ({ ip }: FastifyRequest, reply: FastifyReply) => {
    const hits = (counted.get(ip) ?? 0) + 1
    counted.set(ip, hits)
    return hits > verifyEmail.rateLimit!.limit && reply.code(429).header('retry-after', '9').send(TOO_MANY)
  }

  it.each<[string, RegExp, Fault]>([
    ['nobody’s calls are counted', /^one too many is 400: it counts nothing$/, { rewrite }],
    [
      'each process counts for itself',
      /^one too many is 400: it counts only what came to itself$/,
      { rewrite, before: byItself },
    ],
    [
      'callers are counted by the address that they give',
      /^one who says that they come from elsewhere is 400$/,
      { first: (request) => come(request, request.headers['x-forwarded-for'] as string | undefined) },
    ],
    [
      'everybody is counted as one',
      /^one from elsewhere is 429$/,
      { first: (request) => come(request, HERE) },
    ],
    [
      'nobody is told when to come back',
      /^one too many says null of when to come back$/,
      { after: (_request, reply) => void reply.removeHeader('retry-after') },
    ],
    [
      'what makes no sense is told so before it is counted',
      /^one with nothing is 400$/,
      { before: ({ body }, reply) => Object.keys(body as object).length === 0 && reply.code(400).send({}) },
    ],
  ])('%s', async (_name, noticed, mistake) => {
    mistaken.setFault(mistake)
    expect(await problemByAddress(mistaken, verifyEmail as Throttled)).toMatch(noticed)
  })

  it('who is written otherwise is somebody else', async () => {
    mistaken.setFault({
      before: (request) => {
        const body = request.body as { email: string }
        if (body.email !== body.email.toLowerCase()) body.email = `other-${body.email}`
      },
    })
    expect(await problemByField(mistaken, forgotPassword as Throttled)).toMatch(/^"[^a-z]+" is 200$/)
  })
})
