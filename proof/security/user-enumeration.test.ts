import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { verifyPassword } from '../../server/platform/auth/password-hashing.ts'
import { A_PASSWORD } from '../../server/rooms/identity/testing.ts'
import { captureStatements } from '../../testing/database/capture-statements.ts'
import { createFaultyServer, type Fault, type FaultyServer } from '../../testing/faulty-server.ts'
import { recordHashingWork } from '../../testing/record-hashing-work.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import type { Sweep } from '../../testing/sweep/sweep.ts'
import { type Answer, nameOf, send } from '../../testing/sweep/sweep-call.ts'
import { withSweep } from '../../testing/sweep/with-sweep.ts'
import type { TestServer } from '../../testing/test-server.ts'

let test: TestServer
let sweep: Sweep
withSweep((opened, server) => {
  sweep = opened
  test = server
})

const nobody = () => sweep.principals.find(({ name }) => name === 'anonymous')!

/** Returns a response together with its hashing work and statements, which are comparable on any machine. */
async function sendMeasured(server: TestServer, route: Route, call: SampleCall) {
  const cell = sweep.cells.find((one) => one.route === route && one.who === nobody())!
  let answer: Answer | undefined
  let statements: string[] = []
  const hashing = await recordHashingWork(async () => {
    statements = await captureStatements(async () => {
      answer = await send(server, cell, call)
    })
  })
  const { status, text, retryAfterSeconds } = answer!
  return { status, text, retryAfterSeconds, hashing, statements }
}

type Measured = Awaited<ReturnType<typeof sendMeasured>>

/** Returns the first difference between two responses or their work. */
function differenceOf(one: Measured, other: Measured): string | null {
  if (one.status !== other.status || one.text !== other.text) return `gets ${one.status} ${one.text}`
  if (one.retryAfterSeconds !== other.retryAfterSeconds) return `has Retry-After ${one.retryAfterSeconds}`
  if (JSON.stringify(one.hashing) !== JSON.stringify(other.hashing))
    return `is hashed ${one.hashing.length} times instead of ${other.hashing.length}`
  if (one.statements.join('\n') === other.statements.join('\n')) return null
  return `runs ${one.statements.length} statements instead of ${other.statements.length}, or different ones`
}

const OF_A_LINK = ['token', 'code']
const { logIn, signUp, exchange } = contract.socialLogins
/**
 * Routes that this test leaves out. Session tokens, provider tokens and report links are signed, so an
 * invalid one is refused without a lookup. Two routes say more about an expired portal link or pay link on
 * purpose, and an unsubscribe link never expires; their own tests compare unknown links with foreign ones.
 */
const OTHERS: ReadonlySet<Route> = new Set<Route>([
  contract.identity.refreshToken,
  contract.identity.renewFramedSession,
  logIn,
  signUp,
  exchange,
  contract.reports.readShared,
  contract.identity.checkPortalLink,
  contract.portal.payLinkCompany,
  contract.portal.renewPayLink,
  contract.emailAddresses.readSubscription,
  contract.emailAddresses.changeSubscription,
])
/** Every public route with a secret that was mailed or shown to one person, and the field of the secret. */
const bySecret = allRoutes.flatMap((route: Route) => {
  if (route.access.kind !== 'public' || OTHERS.has(route)) return []
  const names = (shape: unknown) => Object.keys((shape as { shape?: object } | undefined)?.shape ?? {})
  const inBody = names(route.body).find((name) => OF_A_LINK.includes(name))
  const inPath = names(route.params).find((name) => OF_A_LINK.includes(name))
  if (inBody === undefined && inPath === undefined) return []
  return [[nameOf(route), route, inBody === undefined ? 'params' : 'body', (inBody ?? inPath)!] as const]
})

it('covers every public route with a secret', () => {
  expect(bySecret.map(([name]) => name).sort()).toEqual([
    'GET /api/invites/:code/',
    'POST /api/pay-link/',
    'POST /api/payment-plan-proposal/',
    'POST /api/payment-plan-proposal/confirm/',
    'POST /api/preview/',
    'POST /api/profile/email-link/',
    'POST /api/profile/enrol/',
    'POST /api/profile/login-link/open/',
    'POST /api/profile/reset-password/',
    'POST /api/profile/verify-email/',
  ])
})

type BySecret = (typeof bySecret)[number]

/** Compares an expired secret and one of another company with an unknown secret. */
async function secretProblem(server: TestServer, [, route, place, secret]: BySecret): Promise<string | null> {
  const ofCompany = async (company: Sweep['own']) =>
    (await sampleOf.get(route)!(
      subjectOf(test, company, company.debtors.first, false),
      nobody(),
    )) as SampleCall & Record<'params' | 'body', Record<string, string>>
  const [call, theirs] = [await ofCompany(sweep.own), await ofCompany(sweep.rival)]
  const tryValue = (value: string) =>
    sendMeasured(server, route, { ...call, [place]: { ...call[place], [secret]: value } })
  const mine = call[place][secret]!
  const good = await tryValue(mine)
  if (good.status >= 300) return `a valid secret gets ${good.status} ${good.text}`
  await sql`update one_time_tokens set expires_at = 'epoch'`.execute(test.app.db)
  await sweep.inspector.rows(`update pay_links set revoked_at = now()`)
  await sweep.inspector.rows(`update payment_plan_links set expires_at = 'epoch'`)
  const unknown = await tryValue(mine.replace(/^.{8}/, 'AAAAAAAA'))
  const expired = differenceOf(await tryValue(mine), unknown)
  const foreign =
    call.host === undefined ? null : differenceOf(await tryValue(theirs[place][secret]!), unknown)
  await sweep.inspector.rows(`update pay_links set revoked_at = null`)
  if (expired !== null) return `an expired secret ${expired}`
  return foreign === null ? null : `a foreign secret ${foreign}`
}

it.each(bySecret)(
  '%s gives the same response with the same work for expired, foreign and unknown secrets',
  async (...by) => {
    expect(await secretProblem(test, by)).toBeNull()
  },
)

const LOGINS = ['the app', 'a portal'] as const

/** Returns the address of a member or customer with a login. */
const knownAddress = (where: (typeof LOGINS)[number]): string =>
  where === 'the app'
    ? `viewer@${sweep.own.host.replace('.localhost', '')}.test`
    : sweep.own.debtors.first.portalEmail

/** Compares log-ins with a wrong password for a known and an unknown address. */
async function loginProblem(server: TestServer, where: (typeof LOGINS)[number]): Promise<string | null> {
  const host = where === 'the app' ? 'localhost' : sweep.own.host
  const tried = (email: string) =>
    sendMeasured(server, contract.identity.logIn, { host, body: { email, password: `not ${A_PASSWORD}` } })
  const unknown = await tried(`${randomUUID()}@people.test`)
  if (unknown.status !== 400) return `an unknown address gets ${unknown.status}`
  if (unknown.hashing.length !== 1) return `an unknown address is hashed ${unknown.hashing.length} times`
  const difference = differenceOf(await tried(knownAddress(where)), unknown)
  return difference === null ? null : `a known address ${difference}`
}

describe('known and unknown addresses', () => {
  it.each(LOGINS)('get the same response with the same work at the log-in of %s', async (where) => {
    expect(await loginProblem(test, where)).toBeNull()
  })
})

describe('an injected bug is detected', () => {
  let faulty: FaultyServer
  beforeAll(async () => {
    faulty = await createFaultyServer(test, { pages: false }, test.app.db)
  })
  afterAll(() => faulty?.close())

  const runExtraStatement = () => sql`select 1`.execute(test.app.db)
  const isKnown = ({ body }: FastifyRequest) => (body as { email: string }).email === knownAddress('the app')
  const used = new Set<unknown>()
  const tokenOf = ({ body }: FastifyRequest) => (body as { token?: string }).token

  it.each<[string, RegExp, Fault]>([
    [
      'an unknown address is refused without hashing',
      /^an unknown address is hashed 0 times$/,
      { before: (request, reply) => !isKnown(request) && reply.code(400).send({}) },
    ],
    [
      'a known address is hashed twice',
      /^a known address is hashed 2 times instead of 1$/,
      { before: (request) => isKnown(request) && verifyPassword('whatever they typed', null) },
    ],
    [
      'a known address gets another text',
      /^a known address gets 400 .*wrong password/,
      { after: (request) => (isKnown(request) ? '{"detail":"That is the wrong password."}' : undefined) },
    ],
    [
      'only a known address gets Retry-After',
      /^a known address has Retry-After 9$/,
      { after: (request, reply) => void (isKnown(request) && reply.header('retry-after', '9')) },
    ],
    [
      'a known address runs more statements',
      /^a known address runs \d+ statements/,
      { before: (request) => isKnown(request) && runExtraStatement() },
    ],
  ])('%s', async (_name, problem, fault) => {
    faulty.setFault(fault)
    expect(await loginProblem(faulty, 'the app')).toMatch(problem)
  })

  it.each<[string, RegExp, Fault]>([
    [
      'an expired link gets another text',
      /^an expired secret gets 400 .*expired/,
      {
        after: (request, reply) => {
          if (reply.statusCode < 300) used.add(tokenOf(request))
          else if (used.has(tokenOf(request))) return '{"detail":"This link has expired."}'
        },
      },
    ],
    [
      'an expired link runs more statements',
      /^an expired secret runs \d+ statements/,
      {
        before: (request) => used.has(tokenOf(request)) && runExtraStatement(),
        after: (request, reply) => void (reply.statusCode < 300 && used.add(tokenOf(request))),
      },
    ],
  ])('%s', async (_name, problem, fault) => {
    faulty.setFault(fault)
    const reset = bySecret.find(([name]) => name === 'POST /api/profile/reset-password/')!
    expect(await secretProblem(faulty, reset)).toMatch(problem)
  })
})
