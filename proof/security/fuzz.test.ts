import { writeSync } from 'node:fs'
import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { HOUR_MS } from '../../domain/dates/durations.ts'
import { createFaultyServer, type Fault } from '../../testing/faulty-server.ts'
import { describeGrowth, growthOf, type Memory, measureMemory } from '../../testing/fuzz/memory.ts'
import { type Mutation, mutateRequest, mutations, WRONG_BODIES } from '../../testing/fuzz/mutate-request.ts'
import { aSweptCompany, type SweptCompany } from '../../testing/sweep/company.ts'
import { type DatabaseInspector, openDatabaseInspector } from '../../testing/sweep/database-inspector.ts'
import { forgetLimits } from '../../testing/sweep/forget-limits.ts'
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
import { SEED as COMMIT_SEED, sampleOf as chooseBySeed, sizeOf, triesMistakes } from '../ring.ts'

/*
 * Calls the routes of the contract with up to three mutations of a valid request, as every kind of caller.
 * Each response is quick, has the contract's shape and reveals no internals. FUZZ_CASES sets the number of
 * calls for each route, FUZZ_SEED their seed.
 */

const CASES = sizeOf('FUZZ_CASES', { gate: 1, full: 200 })
const SEED = sizeOf('FUZZ_SEED', { gate: COMMIT_SEED, full: 20_261_121 })
/** In `npm test` half of the routes, chosen by the seed. */
const ROUTES = chooseBySeed(allRoutes, Math.ceil(allRoutes.length / 2))
/** Only an expression that never ends, or nearly so, takes this long, also on a busy machine. */
const SLOWEST_MS = 20_000
/**
 * The time limit of one route. Routes that equalize their timing take a quarter of a second for each call.
 */
const MAX_MS = 600_000 * Math.max(1, CASES / 200)
/** A slow call is repeated, since only a request that is slow each time shows a problem. */
const ATTEMPTS = 3
/** From this many calls for each route on, the run checks that memory does not grow. */
const RELEASE_CASES = 2_000
const MAX_GROWTH = 0.05
const MEMORY_SAMPLES = CASES >= RELEASE_CASES ? 40 : 16
/** Responses are searched and dropped at this number, so that they are not mistaken for a leak. */
const MAX_RESPONSES = 50_000
/** A write gets new records after this many calls, since calls use them up. */
const CALLS_A_SAMPLE = 10

let test: TestServer
let own: SweptCompany
let principals: Principal[]
let inspector: DatabaseInspector
const cellsOf = new Map<Route, Cell[]>()

/** The results of a run's calls. */
interface Run {
  readonly server: TestServer
  readonly responses: Set<string>
  /** Secrets that were found in earlier responses. */
  readonly leaked: Set<string>
  /** The number of responses by status. */
  readonly counts: Map<number, number>
}
const newRun = (server: TestServer): Run => ({
  server,
  responses: new Set(),
  leaked: new Set(),
  counts: new Map(),
})
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
  // The memory that each route allocates on its first call does not count as growth.
  if (CASES >= RELEASE_CASES) for (const route of allRoutes) await tryRoute(run, route, { numRuns: 20 })
}, HOUR_MS)
afterAll(async () => {
  await inspector?.close()
  await test?.close()
})

/** Chooses an allowed caller in three of four calls, so that requests reach the actions. */
function chooseCaller(route: Route, index: number): Cell {
  const cells = cellsOf.get(route)!
  const allowed = cells.filter(({ expected }) => expected === 'allowed')
  const choices = index % 4 === 0 ? cells : allowed
  return choices[Math.floor(index / 4) % choices.length]!
}

/** Creates requests for one route. Those of writes are renewed from time to time, since calls use them up. */
function createSamples(route: Route): (cell: Cell, anew: boolean) => Promise<SampleCall> {
  const kept = new Map<Principal, { call: SampleCall; uses: number }>()
  return async ({ who }, anew) => {
    const before = anew ? undefined : kept.get(who)
    if (before && (isRead(route) || before.uses++ < CALLS_A_SAMPLE)) return before.call
    await forgetLimits(inspector)
    const subject = subjectOf(test, own, own.debtors.first, isRead(route))
    const call = await sampleOf.get(route)!(subject, who)
    kept.set(who, { call, uses: 0 })
    return call
  }
}

async function sendMutated(
  server: TestServer,
  route: Route,
  cell: Cell,
  sample: SampleCall,
  wanted: readonly Mutation[],
): Promise<Answer> {
  const { call, variation } = mutateRequest(route, sample, wanted)
  // Renews a session that the last call may have ended.
  const token = ['session', 'preview'].includes(route.access.kind) ? await cell.who.renew() : cell.who.token
  return send(server, cell, call, { token, ...variation })
}

function problemOf(answer: Answer, tookMs: number): string | null {
  if (answer.status >= 500) return `${answer.status} ${answer.text}`
  if (tookMs > SLOWEST_MS) return `took ${Math.round(tookMs)} ms`
  return answer.status >= 400 && answer.status !== 416 ? refusalProblem(answer) : null
}

/** Throws at the first response that breaks a rule. */
async function tryRoute(
  current: Run,
  route: Route,
  how: fc.Parameters<[readonly Mutation[], number]> = {},
): Promise<void> {
  const { server, responses, counts } = current
  const createSample = createSamples(route)
  const property = fc.asyncProperty(mutations, fc.nat(10_000), async (wanted, index) => {
    const cell = chooseCaller(route, index)
    let problem: string | null = null
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const sample = await createSample(cell, attempt > 1)
      const began = performance.now()
      const answer = await sendMutated(server, route, cell, sample, wanted)
      const tookMs = performance.now() - began
      responses.add(answer.text)
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      problem = problemOf(answer, tookMs)
      // A rate-limited call is repeated with a new sample, which resets the counters.
      if (answer.status !== 429 && (tookMs <= SLOWEST_MS || answer.status >= 500)) break
    }
    if (responses.size > MAX_RESPONSES) await searchResponses(current)
    if (problem) throw new Error(`${cell.who.name}: ${problem}`)
  })
  // A seed of its own, so that routes get different mutations.
  const seed = SEED + allRoutes.indexOf(route)
  await fc.assert(property, { numRuns: CASES, seed, endOnFailure: false, ...how })
}

/** Reads a body without validation. */
const readUnvalidated = ({ body }: FastifyRequest): unknown =>
  (body as { postal_address: { city: string } }).postal_address.city.toLowerCase()

/** Bugs of one route, with the problem that each causes. */
const BUGS: readonly (readonly [name: string, problem: RegExp, Fault])[] = [
  ['a body is used without validation', /: 500 /, { before: (request) => void readUnvalidated(request) }],
  [
    'a refusal repeats an error of PostgreSQL',
    /reveals internals/,
    {
      after: (_request, reply) =>
        reply.statusCode >= 400 && '{"detail":"value violates check constraint","code":"bad_request"}',
    },
  ],
  [
    'a refusal is an HTML page',
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
    'a refusal’s code and status differ',
    /has the code .+ with status 400/,
    {
      after: (_request, reply) => {
        if (reply.statusCode >= 400) reply.code(400)
      },
    },
  ],
  [
    'a response is slow',
    /: took \d+ ms/,
    { before: () => new Promise((resolve) => setTimeout(resolve, SLOWEST_MS + 100)) },
  ],
]

it.concurrent.each(triesMistakes('proof/security/fuzz.test.ts', 'testing/fuzz/') ? BUGS : [])(
  'detects an injected bug: %s',
  async (_, problem, fault) => {
    const faulty = await createFaultyServer(test)
    faulty.setFault(fault)
    const result = tryRoute(newRun(faulty), contract.accounts.updateCompany, {
      numRuns: 30,
      endOnFailure: true,
    })
    const found = await result.catch((error: Error) => String(error.cause)).finally(() => faulty.close())
    expect(found).toMatch(problem)
  },
  600_000,
)

// Several at once, because routes that equalize their timing are slow for any request.
it.concurrent.each(ROUTES.map((route) => [nameOf(route), route] as const))(
  '%s returns a valid response to any request',
  async (_, route) => {
    await tryRoute(run, route)
    routesDone += 1
    if (routesDone % Math.ceil(ROUTES.length / MEMORY_SAMPLES) === 0) memory.push(measureMemory())
  },
  MAX_MS,
)

it(
  'returns a valid response to every malformed body and content type',
  async () => {
    const examples = WRONG_BODIES.map((one): [readonly Mutation[], number] => [[one], 1])
    await tryRoute(run, contract.accounts.updateCompany, { examples, numRuns: examples.length })
  },
  MAX_MS,
)

/** Calls without mutations, whose callers `chooseCaller` selects by these numbers. */
const unchanged = (indexes: readonly number[]) => {
  const examples = indexes.map((index): [readonly Mutation[], number] => [[], index])
  return { examples, numRuns: examples.length }
}

it(
  'returns a valid response to every kind of caller, and to a repeated call',
  async () => {
    const route = contract.accounts.updateCompany
    await tryRoute(run, route, unchanged(cellsOf.get(route)!.map((_, at) => at * 4)))
    await tryRoute(run, contract.invoices.void, unchanged([1, 1]))
  },
  MAX_MS,
)

let routesDone = 0
const memory: Memory[] = []

it('does not leak memory', () => {
  expect(memory.length).toBeGreaterThan(7)
  const resident = growthOf(memory.map(({ residentBytes }) => residentBytes))
  const heap = growthOf(memory.map(({ heapBytes }) => heapBytes))
  // Writes to the file descriptor, because the reporter hides the console output of passing tests.
  writeSync(2, `fuzz: ${describeGrowth('resident', resident)}, ${describeGrowth('heap', heap)}\n`)
  if (CASES >= RELEASE_CASES) expect(resident.share).toBeLessThanOrEqual(MAX_GROWTH)
})

it('reaches the actions, and gets every kind of refusal', () => {
  const { counts } = run
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const share = (status: number) => (counts.get(status) ?? 0) / all
  expect(share(200) + share(201) + share(202) + share(204)).toBeGreaterThan(0.2)
  expect(share(400)).toBeGreaterThan(0.1)
  for (const status of [401, 403, 404, 409, 413, 415])
    expect(counts.get(status) ?? 0, `${status}`).toBeGreaterThan(0)
})

it('causes no deadlock', async () => {
  const [found] = await inspector.rows<{ deadlocks: string }>(
    'select pg_stat_force_next_flush(), deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(found!.deadlocks).toBe('0')
})

it('gets no secret in any response', async () => {
  expect(await secretsIn(run)).toEqual([])
})

it('detects a response with a password hash', async () => {
  const faulty = await createFaultyServer(test)
  const [stored] = await inspector.rows<{ hash: string }>(
    'select password_hash as hash from users where password_hash is not null limit 1',
  )
  faulty.setFault({
    after: (_request, reply, body) =>
      reply.statusCode < 300 && body.toString().replace('{', `{"password_hash":"${stored!.hash}",`),
  })
  const faultyRun = newRun(faulty)
  await tryRoute(faultyRun, contract.identity.profile, { numRuns: 10 }).finally(() => faulty.close())
  expect(await secretsIn(faultyRun)).toEqual([stored!.hash])
})

const secretsIn = async (current: Run): Promise<string[]> => {
  await searchResponses(current)
  return [...current.leaked]
}

/** Searches the responses for secrets and drops them. */
async function searchResponses({ responses, leaked }: Run): Promise<void> {
  const text = [...responses].join('\n')
  responses.clear()
  for (const one of findWords(text, [...(await inspector.secrets()), test.app.config.secret])) leaked.add(one)
}

/**
 * Returns the words that a long text contains. Compares prefixes first, so one pass through the text
 * suffices.
 */
function findWords(text: string, words: readonly string[]): string[] {
  const length = Math.min(...words.map((word) => word.length))
  const byPrefix = Map.groupBy(words, (word) => word.slice(0, length))
  const found = new Set<string>()
  for (let at = 0; at + length <= text.length; at++)
    for (const word of byPrefix.get(text.slice(at, at + length)) ?? [])
      if (text.startsWith(word, at)) found.add(word)
  return [...found]
}
