import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRoutes } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { type Twist, twist, twists } from '../platform/testing/fuzz/wild-call.ts'
import { hashQuickly } from '../platform/testing/quick-passwords.ts'
import { aSweptCompany, type SweptCompany } from '../platform/testing/sweep/company.ts'
import { type DatabaseEye, openDatabaseEye } from '../platform/testing/sweep/database-state.ts'
import { makePrincipals, type Principal } from '../platform/testing/sweep/principals.ts'
import { type SampleCall, sampleOf } from '../platform/testing/sweep/samples.ts'
import { subjectOf } from '../platform/testing/sweep/subject.ts'
import {
  type Answer,
  type Cell,
  isRead,
  makeCells,
  nameOf,
  refusalProblem,
  send,
} from '../platform/testing/sweep/sweep-call.ts'
import { createTestServer, type TestServer } from '../platform/testing/test-server.ts'

/*
 * Every route of the contract, called with its own sample gone wrong in up to three places, by every kind of caller.
 * Whatever is sent, the answer is quick, has the contract's shape, and tells nothing of the inside. FUZZ_CASES sets the
 * number of calls a route, FUZZ_SEED sends others than the usual ones.
 */

const CASES = Number(process.env.FUZZ_CASES ?? 200)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const SLOWEST_MS = 2_000
/** A call that is slow is made again: what is sent is to blame only if it is slow every time, and else the machine. */
const ATTEMPTS = 3
/** Calls until a write gets records that no other call has used up. */
const CALLS_A_SAMPLE = 10

let test: TestServer
let hashAsUsual: () => void
let own: SweptCompany
let principals: Principal[]
let eye: DatabaseEye
const cellsOf = new Map<Route, Cell[]>()
const said = new Set<string>()
/** How often each status was the answer. */
const tally = new Map<number, number>()

beforeAll(async () => {
  console.log(`FUZZ_SEED=${SEED}`)
  hashAsUsual = hashQuickly()
  test = await createTestServer()
  own = await aSweptCompany(test, 'fuzzed-supplies')
  const rival = await aSweptCompany(test, 'fuzzed-rival')
  principals = await makePrincipals(test, own, rival)
  eye = await openDatabaseEye(test.ownerConfig)
  for (const cell of makeCells(allRoutes, principals, own, rival))
    if (cell.target.name === 'own') cellsOf.set(cell.route, [...(cellsOf.get(cell.route) ?? []), cell])
})
afterAll(async () => {
  await eye?.close()
  await test?.close()
  hashAsUsual()
})

/** Mostly callers who get past the door, so that what lies behind it is tried as well. */
function callerOf(route: Route, index: number): Cell {
  const cells = cellsOf.get(route)!
  const allowed = cells.filter(({ expected }) => expected === 'allowed')
  const choices = index % 4 === 0 ? cells : allowed
  return choices[Math.floor(index / 4) % choices.length]!
}

/** Samples for one route; those of writes are made anew from time to time, since calls use them up. */
function samplesFor(route: Route): (cell: Cell, anew: boolean) => Promise<SampleCall> {
  const kept = new Map<Principal, { call: SampleCall; uses: number }>()
  return async ({ who }, anew) => {
    const before = anew ? undefined : kept.get(who)
    if (before && (isRead(route) || before.uses++ < CALLS_A_SAMPLE)) return before.call
    await eye.rows('delete from throttle_counters')
    const subject = subjectOf(test, own, own.debtors.first, isRead(route))
    const call = await sampleOf.get(route)!(subject, who)
    kept.set(who, { call, uses: 0 })
    return call
  }
}

async function answerTo(
  route: Route,
  cell: Cell,
  sample: SampleCall,
  wanted: readonly Twist[],
): Promise<Answer> {
  const { call, variation } = twist(route, sample, wanted)
  // A session that the last call ended is opened again.
  const token = ['session', 'preview'].includes(route.access.kind) ? await cell.who.renew() : cell.who.token
  return send(test, cell, call, { token, ...variation })
}

function problemOf(answer: Answer, tookMs: number): string | null {
  if (answer.status >= 500) return `${answer.status} ${answer.text}`
  if (tookMs > SLOWEST_MS) return `took ${Math.round(tookMs)} ms`
  return answer.status >= 400 && answer.status !== 416 ? refusalProblem(answer) : null
}

// Several at once: some routes answer no earlier than after a while, whatever they are asked.
it.concurrent.each(allRoutes.map((route) => [nameOf(route), route] as const))(
  'R-79 R-80 R-95 T-29 %s answers whatever it is sent',
  async (_, route) => {
    const sampleFor = samplesFor(route)
    const property = fc.asyncProperty(twists, fc.nat(10_000), async (wanted, index) => {
      const cell = callerOf(route, index)
      let problem: string | null = null
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const sample = await sampleFor(cell, attempt > 1)
        const began = performance.now()
        const answer = await answerTo(route, cell, sample, wanted)
        const tookMs = performance.now() - began
        said.add(answer.text)
        tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1)
        problem = problemOf(answer, tookMs)
        // Too many calls say nothing of this one: it is made again, with a sample for which they are forgotten.
        if (answer.status !== 429 && (tookMs <= SLOWEST_MS || answer.status >= 500)) break
      }
      if (problem) throw new Error(`${cell.who.name}: ${problem}`)
    })
    // A seed of its own, so that no two routes are sent the same mistakes.
    const seed = SEED + allRoutes.indexOf(route)
    await fc.assert(property, { numRuns: CASES, seed, endOnFailure: false })
  },
  600_000,
)

it('calls get past the doors and into the actions, and are also refused at each', () => {
  const all = [...tally.values()].reduce((sum, count) => sum + count, 0)
  const share = (status: number) => (tally.get(status) ?? 0) / all
  expect(share(200) + share(201) + share(202) + share(204)).toBeGreaterThan(0.2)
  expect(share(400)).toBeGreaterThan(0.1)
  for (const status of [401, 403, 404, 409, 413, 415])
    expect(tally.get(status) ?? 0, `${status}`).toBeGreaterThan(0)
})

it('R-44 none of them waited for one that waited for it', async () => {
  const [found] = await eye.rows<{ deadlocks: string }>(
    'select pg_stat_force_next_flush(), deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(found!.deadlocks).toBe('0')
})

it('T-07 R-95 nothing secret was answered to anything', async () => {
  const secrets = await eye.secrets()
  expect(foundIn([...said].join('\n'), [...secrets, test.app.config.secret])).toEqual([])
})

/** Which of many words a long text holds: looked for by their beginnings, in one walk through the text. */
function foundIn(text: string, words: readonly string[]): string[] {
  const length = Math.min(...words.map((word) => word.length))
  const byBeginning = Map.groupBy(words, (word) => word.slice(0, length))
  const found = new Set<string>()
  for (let at = 0; at + length <= text.length; at++)
    for (const word of byBeginning.get(text.slice(at, at + length)) ?? [])
      if (text.startsWith(word, at)) found.add(word)
  return [...found]
}
