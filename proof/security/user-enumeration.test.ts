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

/** What a call answers, and all the work that it made: how long that takes is no matter of the machine then. */
async function askedAs(server: TestServer, route: Route, call: SampleCall) {
  const cell = sweep.cells.find((one) => one.route === route && one.who === nobody())!
  let answer: Answer | undefined
  let statements: string[] = []
  const hashing = await recordHashingWork(async () => {
    statements = await captureStatements(async () => {
      answer = await send(server, cell, call)
    })
  })
  const { status, text, retryAfterS } = answer!
  return { status, text, retryAfterS, hashing, statements }
}

type Seen = Awaited<ReturnType<typeof askedAs>>

/** What tells one from the other: an answer, or work that takes its time. */
function differenceOf(one: Seen, other: Seen): string | null {
  if (one.status !== other.status || one.text !== other.text) return `is answered ${one.status} ${one.text}`
  if (one.retryAfterS !== other.retryAfterS) return `is told to come back after ${one.retryAfterS} s`
  if (JSON.stringify(one.hashing) !== JSON.stringify(other.hashing))
    return `is hashed ${one.hashing.length} times instead of ${other.hashing.length}`
  if (one.statements.join('\n') === other.statements.join('\n')) return null
  return `is asked of the database by ${one.statements.length} statements instead of ${other.statements.length}, or by others`
}

const OF_A_LINK = ['token', 'code']
const { logIn, signUp, exchange } = contract.socialLogins
/**
 * By a session's own token, a provider's word or a report's link: those are signed, so that what is none is known without
 * a look. And what tells the holder of an invitation that is over whether they have a login by now, or the holder of a pay
 * link that is over whose it was and mails its customer another: their own tests compare what never was with what is foreign.
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
])
/** Every call that anybody makes with a secret which was mailed or shown to one person, by the name of the secret. */
const bySecret = allRoutes.flatMap((route: Route) => {
  if (route.access.kind !== 'public' || OTHERS.has(route)) return []
  const names = (shape: unknown) => Object.keys((shape as { shape?: object } | undefined)?.shape ?? {})
  const inBody = names(route.body).find((name) => OF_A_LINK.includes(name))
  const inPath = names(route.params).find((name) => OF_A_LINK.includes(name))
  if (inBody === undefined && inPath === undefined) return []
  return [[nameOf(route), route, inBody === undefined ? 'params' : 'body', (inBody ?? inPath)!] as const]
})

it('every call by a secret is among them', () => {
  expect(bySecret.map(([name]) => name).sort()).toEqual([
    'GET /api/invites/:code/',
    'POST /api/pay-link/',
    'POST /api/preview/',
    'POST /api/profile/email-link/',
    'POST /api/profile/enrol/',
    'POST /api/profile/reset-password/',
    'POST /api/profile/verify-email/',
  ])
})

type BySecret = (typeof bySecret)[number]

/** What tells a secret that is over, or is another company's, from one that never was. */
async function secretProblem(server: TestServer, [, route, place, secret]: BySecret): Promise<string | null> {
  const ofCompany = async (company: Sweep['own']) =>
    (await sampleOf.get(route)!(
      subjectOf(test, company, company.debtors.first, false),
      nobody(),
    )) as SampleCall & Record<'params' | 'body', Record<string, string>>
  const [call, theirs] = [await ofCompany(sweep.own), await ofCompany(sweep.rival)]
  const seen = (value: string) =>
    askedAs(server, route, { ...call, [place]: { ...call[place], [secret]: value } })
  const mine = call[place][secret]!
  const good = await seen(mine)
  if (good.status >= 300) return `what is good is answered ${good.status} ${good.text}`
  await sql`update one_time_tokens set expires_at = 'epoch'`.execute(test.app.db)
  await sweep.inspector.rows(`update pay_links set revoked_at = now()`)
  const never = await seen(mine.replace(/^.{8}/, 'AAAAAAAA'))
  const over = differenceOf(await seen(mine), never)
  const foreign = call.host === undefined ? null : differenceOf(await seen(theirs[place][secret]!), never)
  await sweep.inspector.rows(`update pay_links set revoked_at = null`)
  if (over !== null) return `what is over ${over}`
  return foreign === null ? null : `what is another company’s ${foreign}`
}

it.each(bySecret)(
  '%s answers what is over, and what is another company’s, as what never was, by the same work',
  async (...by) => {
    expect(await secretProblem(test, by)).toBeNull()
  },
)

const PLACES = ['the app', 'a portal'] as const

/** Of a company's people or of its customers, one who has a login. */
const knownAt = (where: (typeof PLACES)[number]): string =>
  where === 'the app'
    ? `viewer@${sweep.own.host.replace('.localhost', '')}.test`
    : sweep.own.debtors.first.portalEmail

/** What tells an address that is known from one that is not, where a password is wrong. */
async function loginProblem(server: TestServer, where: (typeof PLACES)[number]): Promise<string | null> {
  const host = where === 'the app' ? 'localhost' : sweep.own.host
  const tried = (email: string) =>
    askedAs(server, contract.identity.logIn, { host, body: { email, password: `not ${A_PASSWORD}` } })
  const unknown = await tried(`${randomUUID()}@people.test`)
  if (unknown.status !== 400) return `who is unknown is answered ${unknown.status}`
  if (unknown.hashing.length !== 1) return `who is unknown is hashed ${unknown.hashing.length} times`
  const difference = differenceOf(await tried(knownAt(where)), unknown)
  return difference === null ? null : `who is known ${difference}`
}

describe('an address that is known and one that is not', () => {
  it.each(PLACES)('are refused alike at the log-in of %s, by the same work', async (where) => {
    expect(await loginProblem(test, where)).toBeNull()
  })
})

describe('made wrong on purpose is noticed', () => {
  let mistaken: FaultyServer
  beforeAll(async () => {
    mistaken = await createFaultyServer(test, { pages: false }, test.app.db)
  })
  afterAll(() => mistaken?.close())

  const look = () => sql`select 1`.execute(test.app.db)
  const isKnown = ({ body }: FastifyRequest) => (body as { email: string }).email === knownAt('the app')
  const worked = new Set<unknown>()
  const tokenOf = ({ body }: FastifyRequest) => (body as { token?: string }).token

  it.each<[string, RegExp, Fault]>([
    [
      'who is unknown is refused without a look at the password',
      /^who is unknown is hashed 0 times$/,
      { before: (request, reply) => !isKnown(request) && reply.code(400).send({}) },
    ],
    [
      'who is known is verified with twice the work',
      /^who is known is hashed 2 times instead of 1$/,
      { before: (request) => isKnown(request) && verifyPassword('whatever they typed', null) },
    ],
    [
      'who is known is told that the password is wrong',
      /^who is known is answered 400 .*wrong password/,
      { after: (request) => (isKnown(request) ? '{"detail":"That is the wrong password."}' : undefined) },
    ],
    [
      'only who is known is told to wait',
      /^who is known is told to come back after 9 s$/,
      { after: (request, reply) => void (isKnown(request) && reply.header('retry-after', '9')) },
    ],
    [
      'more is asked of the database about who is known',
      /^who is known is asked of the database by \d+ statements/,
      { before: (request) => isKnown(request) && look() },
    ],
  ])('%s', async (_name, noticed, mistake) => {
    mistaken.setFault(mistake)
    expect(await loginProblem(mistaken, 'the app')).toMatch(noticed)
  })

  it.each<[string, RegExp, Fault]>([
    [
      'a link that is over is said to be',
      /^what is over is answered 400 .*expired/,
      {
        after: (request, reply) => {
          if (reply.statusCode < 300) worked.add(tokenOf(request))
          else if (worked.has(tokenOf(request))) return '{"detail":"This link has expired."}'
        },
      },
    ],
    [
      'more is asked of the database about a link that was good',
      /^what is over is asked of the database by \d+ statements/,
      {
        before: (request) => worked.has(tokenOf(request)) && look(),
        after: (request, reply) => void (reply.statusCode < 300 && worked.add(tokenOf(request))),
      },
    ],
  ])('%s', async (_name, noticed, mistake) => {
    mistaken.setFault(mistake)
    const reset = bySecret.find(([name]) => name === 'POST /api/profile/reset-password/')!
    expect(await secretProblem(mistaken, reset)).toMatch(noticed)
  })
})
