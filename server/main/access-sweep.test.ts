import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allRoutes } from '../../contract/index.ts'
import { isFileBody, type Route } from '../../contract/route.ts'
import { aSweptCompany, type Debtor, type SweptCompany } from '../platform/testing/sweep/company.ts'
import { changedPlaces, type DatabaseEye, openDatabaseEye } from '../platform/testing/sweep/database-state.ts'
import { makePrincipals, type Principal } from '../platform/testing/sweep/principals.ts'
import { type SampleCall, sampleOf } from '../platform/testing/sweep/samples.ts'
import { type Subject, subjectOf } from '../platform/testing/sweep/subject.ts'
import {
  type Answer,
  aim,
  type Cell,
  isRead,
  makeCells,
  nameOf,
  refusalProblem,
  send,
  type Variation,
} from '../platform/testing/sweep/sweep-call.ts'
import { createTestServer, type TestServer } from '../platform/testing/test-server.ts'

/*
 * Every route of the contract × every kind of caller × ids of oneself, of another customer, of another tenant and of
 * nobody. What has to come of a call follows from the route's declared access and the table of roles alone, so a new
 * route is swept on its first day; all it needs is a sample request in platform/testing/sweep/samples.ts.
 */

let test: TestServer
let own: SweptCompany
let rival: SweptCompany
let principals: Principal[]
let eye: DatabaseEye
let cells: Cell[]
let standing: Map<Debtor, Subject>
/** Everything that was ever answered, for the search for secrets at the end. */
const said: string[] = []

beforeAll(async () => {
  test = await createTestServer()
  own = await aSweptCompany(test, 'swept-supplies')
  rival = await aSweptCompany(test, 'rival-supplies')
  principals = await makePrincipals(test, own, rival)
  eye = await openDatabaseEye(test.ownerConfig)
  cells = makeCells(allRoutes, principals, own, rival)
  standing = new Map(
    [
      [own, own.debtors.first],
      [own, own.debtors.second],
      [rival, rival.debtors.first],
    ].map(([company, debtor]) => [
      debtor as Debtor,
      subjectOf(test, company as SweptCompany, debtor as Debtor, true),
    ]),
  )
  // Made before anybody looks, so that the calls find what they name and nothing changes by them.
  for (const cell of cells) await standingCall(cell)
})
afterAll(async () => {
  await eye?.close()
  await test?.close()
})
beforeEach(async () => {
  await eye.rows('delete from throttle_counters')
})

/** The sample of a cell's route on records that are only looked at. */
async function standingCall({ route, who, target }: Cell): Promise<SampleCall> {
  const sample = (debtor: Debtor) => sampleOf.get(route)!(standing.get(debtor)!, who)
  if (target.consistent) return sample(target.debtor!)
  const foreign = target.debtor && (await sample(target.debtor))
  return aim(await sample(own.debtors.first), target, foreign)
}

async function ask(cell: Cell, call: SampleCall, variation: Variation = {}): Promise<Answer> {
  const answer = await send(test, cell, call, variation)
  said.push(answer.text)
  return answer
}

const labelOf = ({ route, who, target }: Cell): string =>
  `${nameOf(route)} by ${who.name} on ${target.name} ids`

/** Runs through a list four at a time, and gathers what is wrong. */
async function problemsOf<Item>(
  items: readonly Item[],
  check: (item: Item) => Promise<string | null | undefined>,
): Promise<string[]> {
  const found: string[] = []
  const waiting = [...items]
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const problem = await check(item)
      if (problem) found.push(problem)
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return found
}

/** What changed meanwhile, leaving out how often somebody called. */
async function changesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const before = await eye.state()
  await work()
  return changedPlaces(before, await eye.state())
}

it('R-21 has a sample request for every route of the contract', () => {
  expect(allRoutes.filter((route) => !sampleOf.has(route)).map(nameOf)).toEqual([])
})

it('R-22 R-23 R-24 T-01 T-03 T-04 T-05 U-003 U-004 U-007 whatever the policy refuses is refused by its status, in words that tell nothing, and changes nothing', async () => {
  const refused = cells.filter(({ expected }) => expected !== 'allowed')
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(refused, async (cell) => {
      const answer = await ask(cell, await standingCall(cell))
      if (answer.status !== cell.expected)
        return `${labelOf(cell)}: ${answer.status} instead of ${cell.expected} ${answer.text}`
      const problem = refusalProblem(answer)
      return problem && `${labelOf(cell)} ${problem}`
    })
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
  expect(refused.length).toBeGreaterThan(allRoutes.length * 10)
}, 90_000)

const successOf = (route: Route, call: SampleCall): number =>
  call.status ?? route.status ?? (route.reply === 'nothing' ? 204 : 200)

it('R-22 U-001 U-002 T-31 whoever may read reads, and no GET, HEAD or OPTIONS changes a row', async () => {
  const reads = cells.filter(({ route, expected }) => isRead(route) && expected === 'allowed')
  // That a customer saw an invoice for the first time is noted; the second time there is nothing to note.
  const payers = reads.filter(({ route }) => route.access.kind === 'payer')
  await problemsOf(payers, async (cell) => void (await ask(cell, await standingCall(cell))))
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(reads, async (cell) => {
      const call = await standingCall(cell)
      const { status, text } = await ask(cell, call)
      const head = await ask(cell, call, { method: cell.route.method === 'GET' ? 'HEAD' : 'OPTIONS' })
      const good = successOf(cell.route, call)
      return status === good && head.status === good
        ? null
        : `${labelOf(cell)}: ${status}, HEAD ${head.status} ${text}`
    })
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
}, 90_000)

/** In whose account a call may leave something behind. */
const touchedBy = ({ route, who, target }: Cell): SweptCompany | null =>
  route.access.kind === 'public' || !('company' in who.is) ? target.account : who.is.company

it('R-22 R-98 U-001 U-002 whoever may write writes, with one line in the audit log, and never in another tenant', async () => {
  const writes = cells.filter(({ route, expected }) => !isRead(route) && expected === 'allowed')
  const wrong: string[] = []
  const told = new Map<string, Cell>()
  for (const [company, other] of [
    [own, rival],
    [rival, own],
  ] as const) {
    const changed = await changesDuring(async () => {
      const found = await problemsOf(
        writes.filter((cell) => touchedBy(cell) === company),
        async (cell) => {
          await eye.rows('delete from throttle_counters')
          const call = await freshCall(cell)
          const token = cell.route.access.kind === 'session' ? await cell.who.renew() : cell.who.token
          const answer = await ask(cell, call, { token })
          if (cell.route.access.kind === 'staff' && call.status === undefined) told.set(answer.requestId, cell)
          const good = successOf(cell.route, call)
          return answer.status === good ? null : `${labelOf(cell)}: ${answer.status} ${answer.text}`
        },
      )
      wrong.push(...found)
    })
    expect(changed.filter((place) => place.includes(other.accountId))).toEqual([])
  }
  expect(wrong).toEqual([])
  const lines = await eye.rows<{ request_id: string; lines: number }>(
    'select request_id, count(*)::int as lines from audit_entries group by 1',
  )
  const linesOf = new Map(lines.map((row) => [row.request_id, row.lines]))
  const untold = [...told].filter(([id]) => linesOf.get(id) !== 1)
  expect(untold.map(([id, cell]) => `${labelOf(cell)}: ${linesOf.get(id) ?? 0} lines`)).toEqual([])
}, 120_000)

function freshCall({ route, who, target }: Cell): Promise<SampleCall> {
  return sampleOf.get(route)!(subjectOf(test, target.account!, target.debtor!, false), who)
}
