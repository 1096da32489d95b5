import { writeSync } from 'node:fs'
import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { createFaultyServer, type Fault } from '../../testing/faulty-server.ts'
import { describeGrowth, growthOf, type Memory, measureMemory } from '../../testing/fuzz/memory.ts'
import { type Mutation, mutateRequest, mutations } from '../../testing/fuzz/mutate-request.ts'
import { aSweptCompany, type SweptCompany } from '../../testing/sweep/company.ts'
import { type DatabaseInspector, openDatabaseInspector } from '../../testing/sweep/database-inspector.ts'
import { makePrincipals, type Principal } from '../../testing/sweep/principals.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import {
  type Answer,
  type Cell,
  isRead,
  makeCells,
  nameOf,
  refusalProblem,
  send,
} from '../../testing/sweep/sweep-call.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { SEED as COMMIT_SEED, sizeOf, triesMistakes } from '../ring.ts'

/*
 * Every route of the contract, called with its own sample gone wrong in up to three places, by every kind of caller.
 * Whatever is sent, the answer is quick, has the contract's shape, and tells nothing of the inside. FUZZ_CASES sets the
 * number of calls a route, FUZZ_SEED sends others than the usual ones.
 */

const CASES = sizeOf('FUZZ_CASES', { gate: 5, full: 200 })
const SEED = sizeOf('FUZZ_SEED', { gate: COMMIT_SEED, full: 20_261_121 })
const SLOWEST_MS = 2_000
/** Of one route; what answers late on purpose takes a quarter of a second a call. */
const MOST_MS = 600_000 * Math.max(1, CASES / 200)
/** A call that is slow is made again: what is sent is to blame only if it is slow every time, and else the machine. */
const ATTEMPTS = 3
/** From so many calls of a route on it is a run before a release, in which memory may not grow. */
const RELEASE_CASES = 2_000
const MOST_GROWTH = 0.05
const LOOKS_AT_MEMORY = CASES >= RELEASE_CASES ? 40 : 16
/** Until they are searched and let go, so that what grows is not what this test keeps. */
const MOST_SAID = 50_000
/** Calls until a write gets records that no other call has used up. */
const CALLS_A_SAMPLE = 10

let test: TestServer
let own: SweptCompany
let principals: Principal[]
let inspector: DatabaseInspector
const cellsOf = new Map<Route, Cell[]>()

/** What the calls of a run came to. */
interface Run {
  readonly server: TestServer
  readonly said: Set<string>
  /** Secrets that were found in what was said before. */
  readonly told: Set<string>
  /** How often each status was the answer. */
  readonly tally: Map<number, number>
}
const newRun = (server: TestServer): Run => ({ server, said: new Set(), told: new Set(), tally: new Map() })
let run: Run

beforeAll(async () => {
  console.log(`FUZZ_SEED=${SEED}`)
  test = await createTestServer()
  run = newRun(test)
  own = await aSweptCompany(test, 'fuzzed-supplies')
  const rival = await aSweptCompany(test, 'fuzzed-rival')
  principals = await makePrincipals(test, own, rival)
  inspector = await openDatabaseInspector(test.ownerConfig)
  for (const cell of makeCells(allRoutes, principals, own, rival))
    if (cell.target.name === 'own') cellsOf.set(cell.route, [...(cellsOf.get(cell.route) ?? []), cell])
  // What a route needs when it is called for the first time is no growth.
  if (CASES >= RELEASE_CASES) for (const route of allRoutes) await tryRoute(run, route, { numRuns: 20 })
}, 3_600_000)
afterAll(async () => {
  await inspector?.close()
  await test?.close()
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
    await inspector.rows('delete from throttle_counters')
    const subject = subjectOf(test, own, own.debtors.first, isRead(route))
    const call = await sampleOf.get(route)!(subject, who)
    kept.set(who, { call, uses: 0 })
    return call
  }
}

async function answerTo(
  server: TestServer,
  route: Route,
  cell: Cell,
  sample: SampleCall,
  wanted: readonly Mutation[],
): Promise<Answer> {
  const { call, variation } = mutateRequest(route, sample, wanted)
  // A session that the last call ended is opened again.
  const token = ['session', 'preview'].includes(route.access.kind) ? await cell.who.renew() : cell.who.token
  return send(server, cell, call, { token, ...variation })
}

function problemOf(answer: Answer, tookMs: number): string | null {
  if (answer.status >= 500) return `${answer.status} ${answer.text}`
  if (tookMs > SLOWEST_MS) return `took ${Math.round(tookMs)} ms`
  return answer.status >= 400 && answer.status !== 416 ? refusalProblem(answer) : null
}

/** Throws of the first call that is not answered as it has to be. */
async function tryRoute(
  current: Run,
  route: Route,
  how: { numRuns?: number; endOnFailure?: boolean } = {},
): Promise<void> {
  const { server, said, tally } = current
  const sampleFor = samplesFor(route)
  const property = fc.asyncProperty(mutations, fc.nat(10_000), async (wanted, index) => {
    const cell = callerOf(route, index)
    let problem: string | null = null
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const sample = await sampleFor(cell, attempt > 1)
      const began = performance.now()
      const answer = await answerTo(server, route, cell, sample, wanted)
      const tookMs = performance.now() - began
      said.add(answer.text)
      tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1)
      problem = problemOf(answer, tookMs)
      // Too many calls say nothing of this one: it is made again, with a sample for which they are forgotten.
      if (answer.status !== 429 && (tookMs <= SLOWEST_MS || answer.status >= 500)) break
    }
    if (said.size > MOST_SAID) await searchSaid(current)
    if (problem) throw new Error(`${cell.who.name}: ${problem}`)
  })
  // A seed of its own, so that no two routes are sent the same mistakes.
  const seed = SEED + allRoutes.indexOf(route)
  await fc.assert(property, { numRuns: CASES, seed, endOnFailure: false, ...how })
}

/** As much of a body as a programmer who trusts it would look at. */
const trusting = ({ body }: FastifyRequest): unknown =>
  (body as { postal_address: { city: string } }).postal_address.city.toLowerCase()

/** Mistakes of one route, and what is noticed of them. */
const BUGS: readonly (readonly [name: string, noticed: RegExp, Fault])[] = [
  ['a body is trusted to have its shape', /: 500 /, { before: (request) => void trusting(request) }],
  [
    'a refusal tells what PostgreSQL said',
    /reveals internals/,
    {
      after: (_request, reply) =>
        reply.statusCode >= 400 && '{"detail":"value violates check constraint","code":"bad_request"}',
    },
  ],
  [
    'a refusal is a page',
    /is not JSON/,
    {
      after: (_request, reply) => {
        if (reply.statusCode < 400) return
        reply.type('text/html')
        return '<h1>Something went wrong</h1>'
      },
    },
  ],
  [
    'a refusal says one thing and its status another',
    /has the code .+ with status 400/,
    {
      after: (_request, reply) => {
        if (reply.statusCode >= 400) reply.code(400)
      },
    },
  ],
  [
    'an answer takes its time',
    /: took \d+ ms/,
    { before: () => new Promise((resolve) => setTimeout(resolve, SLOWEST_MS + 100)) },
  ],
]

it.concurrent.each(triesMistakes('proof/security/fuzz.test.ts', 'testing/fuzz/') ? BUGS : [])(
  'made wrong on purpose is noticed: %s',
  async (_, noticed, mistake) => {
    const mistaken = await createFaultyServer(test)
    mistaken.setFault(mistake)
    const tried = tryRoute(newRun(mistaken), contract.accounts.updateCompany, {
      numRuns: 30,
      endOnFailure: true,
    })
    const found = await tried.catch((error: Error) => String(error.cause)).finally(() => mistaken.close())
    expect(found).toMatch(noticed)
  },
  600_000,
)

// Several at once: some routes answer no earlier than after a while, whatever they are asked.
it.concurrent.each(allRoutes.map((route) => [nameOf(route), route] as const))(
  '%s answers whatever it is sent',
  async (_, route) => {
    await tryRoute(run, route)
    routesDone += 1
    if (routesDone % Math.ceil(allRoutes.length / LOOKS_AT_MEMORY) === 0) memory.push(measureMemory())
  },
  MOST_MS,
)

let routesDone = 0
const memory: Memory[] = []

it('what is sent leaves nothing behind in memory', () => {
  expect(memory.length).toBeGreaterThan(7)
  const resident = growthOf(memory.map(({ residentBytes }) => residentBytes))
  const heap = growthOf(memory.map(({ heapBytes }) => heapBytes))
  // Told also where nothing is wrong, and whoever runs the tests wants to hear of failures only.
  writeSync(2, `fuzz: ${describeGrowth('resident', resident)}, ${describeGrowth('heap', heap)}\n`)
  if (CASES >= RELEASE_CASES) expect(resident.share).toBeLessThanOrEqual(MOST_GROWTH)
})

it('calls get past the doors and into the actions, and are also refused at each', () => {
  const { tally } = run
  const all = [...tally.values()].reduce((sum, count) => sum + count, 0)
  const share = (status: number) => (tally.get(status) ?? 0) / all
  expect(share(200) + share(201) + share(202) + share(204)).toBeGreaterThan(0.2)
  expect(share(400)).toBeGreaterThan(0.1)
  for (const status of [401, 403, 404, 409, 413, 415])
    expect(tally.get(status) ?? 0, `${status}`).toBeGreaterThan(0)
})

it('none of them waited for one that waited for it', async () => {
  const [found] = await inspector.rows<{ deadlocks: string }>(
    'select pg_stat_force_next_flush(), deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(found!.deadlocks).toBe('0')
})

it('nothing secret was answered to anything', async () => {
  expect(await secretsIn(run)).toEqual([])
})

it('made wrong on purpose is noticed: an answer tells what is kept of a password', async () => {
  const mistaken = await createFaultyServer(test)
  const [kept] = await inspector.rows<{ hash: string }>(
    'select password_hash as hash from users where password_hash is not null limit 1',
  )
  mistaken.setFault({
    after: (_request, reply, body) =>
      reply.statusCode < 300 && body.toString().replace('{', `{"password_hash":"${kept!.hash}",`),
  })
  const wrong = newRun(mistaken)
  await tryRoute(wrong, contract.identity.profile, { numRuns: 10 }).finally(() => mistaken.close())
  expect(await secretsIn(wrong)).toEqual([kept!.hash])
})

const secretsIn = async (current: Run): Promise<string[]> => {
  await searchSaid(current)
  return [...current.told]
}

/** Searches what was said, and lets it go. */
async function searchSaid({ said, told }: Run): Promise<void> {
  const text = [...said].join('\n')
  said.clear()
  for (const one of foundIn(text, [...(await inspector.secrets()), test.app.config.secret])) told.add(one)
}

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
