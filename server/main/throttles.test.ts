import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { allRoutes } from '../../contract/index.ts'
import type { Route, Throttle } from '../../contract/route.ts'
import { asDate } from '../platform/clock.ts'
import { sha256 } from '../platform/ids.ts'
import { type SampleCall, sampleOf } from '../platform/testing/sweep/samples.ts'
import { subjectOf } from '../platform/testing/sweep/subject.ts'
import { type Sweep, successOf } from '../platform/testing/sweep/sweep.ts'
import { type Answer, type Cell, nameOf, send } from '../platform/testing/sweep/sweep-call.ts'
import { withSweep } from '../platform/testing/sweep/with-sweep.ts'
import type { TestServer } from '../platform/testing/test-server.ts'

/** Whom nobody has to know before they call: what guesses and floods come through. */
const OPEN: ReadonlySet<string> = new Set(['public', 'signed'])
const open = allRoutes.filter(({ access }: Route) => OPEN.has(access.kind))
const throttled = allRoutes.filter(
  (route): route is typeof route & { throttle: Throttle } => !!route.throttle,
)

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

it('R-04 every call that anybody may make declares how often', () => {
  expect(open.length).toBeGreaterThan(20)
  expect(open.filter((route: Route) => !route.throttle).map(nameOf)).toEqual([])
})

/** As if `hits` calls had been counted by now. */
const count = (key: string, hits: number) => {
  const hashed = sha256(key).toString('base64url')
  const now = asDate(test.clock.wallNow())
  return sql`insert into throttle_counters (key, window_started_at, hits) values (${hashed}, ${now}, ${hits})
    on conflict (key) do update set window_started_at = ${now}, hits = ${hits}`.execute(test.app.db)
}

describe.each(throttled.map((route) => [nameOf(route), route] as const))('R-04 %s', (name, route) => {
  const { limit, windowS, also } = route.throttle
  const [here, elsewhere] = ['203.0.113.7', '198.51.100.7']

  /** Somebody who may call it, and a call that works. */
  async function aCall(): Promise<{ cell: Cell; call: SampleCall }> {
    const cell = sweep.cells.find((one) => one.route === route && one.expected === 'allowed')!
    const call = await sampleOf.get(route)!(
      subjectOf(test, sweep.own, sweep.own.debtors.first, false),
      cell.who,
    )
    return { cell, call }
  }
  const expectTooMany = ({ status, text, retryAfterS }: Answer) => {
    expect({ status, text }).toEqual({ status: 429, text: TOO_MANY })
    expect(retryAfterS).toBeGreaterThan(0)
    expect(retryAfterS).toBeLessThanOrEqual(windowS)
  }

  it(`is answered ${limit} times in ${windowS} seconds from one address, and then says when to come back, whatever is asked`, async () => {
    const { cell, call } = await aCall()
    await count(`${name} ip ${here}`, limit - 1)
    const last = await send(test, cell, call, { remoteAddress: here })
    expect(last.status, last.text).toBe(successOf(route, call))
    expectTooMany(await send(test, cell, call, { remoteAddress: here }))
    // No more is told to who asks for what there is not, or for nothing that makes sense.
    const token = 'A'.repeat(43)
    for (const other of [{}, { token }, { email: 'nobody@people.test' }, { code: token }])
      expectTooMany(await send(test, cell, { ...call, body: other }, { remoteAddress: here }))
    expectTooMany(await send(test, cell, call, { remoteAddress: here, token: undefined }))
    const { status } = await send(test, cell, { ...call, body: {} }, { remoteAddress: elsewhere })
    expect(status, 'from another address').not.toBe(429)
  })

  if (also)
    it(`is answered ${also.limit} times for one ${also.field}, from wherever`, async () => {
      const { cell, call } = await aCall()
      const body = call.body as Record<string, string>
      const value = body[also.field]!
      await count(`${name} ${also.field} ${value.toLowerCase()}`, also.limit)
      for (const written of [value, value.toUpperCase(), ` ${value} `])
        expectTooMany(await send(test, cell, { ...call, body: { ...body, [also.field]: written } }))
      const another = { ...call, body: { ...body, [also.field]: `another-${value}` } }
      expect((await send(test, cell, another)).status).toBe(successOf(route, call))
    })
})
