import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { hashingWork } from '../platform/testing/hashing-work.ts'
import { statementsOf } from '../platform/testing/statements-of.ts'
import { type SampleCall, sampleOf } from '../platform/testing/sweep/samples.ts'
import { subjectOf } from '../platform/testing/sweep/subject.ts'
import type { Sweep } from '../platform/testing/sweep/sweep.ts'
import { type Answer, nameOf, send } from '../platform/testing/sweep/sweep-call.ts'
import { withSweep } from '../platform/testing/sweep/with-sweep.ts'
import type { TestServer } from '../platform/testing/test-server.ts'
import { A_PASSWORD } from '../rooms/identity/testing.ts'

let test: TestServer
let sweep: Sweep
withSweep((opened, server) => {
  sweep = opened
  test = server
})

const nobody = () => sweep.principals.find(({ name }) => name === 'anonymous')!

/** What a call answers, and all the work that it made: how long that takes is no matter of the machine then. */
async function askedAs(route: Route, call: SampleCall) {
  const cell = sweep.cells.find((one) => one.route === route && one.who === nobody())!
  let answer: Answer | undefined
  let statements: string[] = []
  const hashing = await hashingWork(async () => {
    statements = await statementsOf(async () => {
      answer = await send(test, cell, call)
    })
  })
  const { status, text, retryAfterS } = answer!
  return { status, text, retryAfterS, hashing, statements }
}

const OF_A_LINK = ['token', 'code']
const { logIn, signUp, exchange } = contract.socialLogins
/**
 * By a session's own token, a provider's word or a report's link: those are signed, so that what is none is known without
 * a look. And what tells the holder of an invitation that is over whether they have a login by now.
 */
const OTHERS: ReadonlySet<Route> = new Set<Route>([
  contract.identity.refreshToken,
  logIn,
  signUp,
  exchange,
  contract.reports.readShared,
  contract.identity.checkPortalLink,
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

it('R-05 R-14 every call by a secret is among them', () => {
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

describe.each(bySecret)('%s', (_, route, place, secret) => {
  it('R-05 R-14 R-69 answers what is over, and what is another company’s, as what never was, by the same work', async () => {
    const ofCompany = async (company: Sweep['own']) =>
      (await sampleOf.get(route)!(
        subjectOf(test, company, company.debtors.first, false),
        nobody(),
      )) as SampleCall & Record<'params' | 'body', Record<string, string>>
    const [call, theirs] = [await ofCompany(sweep.own), await ofCompany(sweep.rival)]
    const given = (value: string) => ({ ...call, [place]: { ...call[place], [secret]: value } })
    const mine = call[place][secret]!
    expect((await askedAs(route, given(mine))).status).toBeLessThan(300)
    await sql`update one_time_tokens set expires_at = 'epoch'`.execute(test.app.db)
    await sweep.eye.rows(`update pay_links set revoked_at = now()`)
    const seen = (value: string) => askedAs(route, given(value))
    const never = await seen(mine.replace(/^.{8}/, 'AAAAAAAA'))
    expect(await seen(mine)).toEqual(never)
    if (call.host !== undefined) expect(await seen(theirs[place][secret]!)).toEqual(never)
    await sweep.eye.rows(`update pay_links set revoked_at = null`)
  })
})

describe('R-05 T-24 an address that is known and one that is not', () => {
  it.each(['the app', 'a portal'])(
    'are refused alike at the log-in of %s, by the same work',
    async (where) => {
      const { own } = sweep
      const host = where === 'the app' ? 'localhost' : own.host
      const known =
        where === 'the app'
          ? `viewer@${own.host.replace('.localhost', '')}.test`
          : own.debtors.first.portalEmail
      const tried = (email: string) =>
        askedAs(contract.identity.logIn, { host, body: { email, password: `not ${A_PASSWORD}` } })
      const unknown = await tried(`${randomUUID()}@people.test`)
      expect(unknown).toMatchObject({ status: 400, hashing: [expect.any(Object)] })
      expect(await tried(known)).toEqual(unknown)
    },
  )
})
