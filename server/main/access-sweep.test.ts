import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import { isFileBody, type Route } from '../../contract/route.ts'
import { aSweptCompany, type Debtor, type SweptCompany } from '../platform/testing/sweep/company.ts'
import {
  ODD_TYPES,
  SPELLINGS,
  withIdsOfNobody,
  withOneForeign,
} from '../platform/testing/sweep/crooked-calls.ts'
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
  const foreign = target.smuggled ? await sample(target.smuggled) : null
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
  route.access.kind === 'public' || route.access.kind === 'signed' || !('company' in who.is)
    ? target.account
    : who.is.company

/** Makes a write that is allowed, on records of its own. */
async function write(cell: Cell, told: Map<string, Cell>): Promise<string | null> {
  const { route, who, target } = cell
  await eye.rows('delete from throttle_counters')
  const subject = subjectOf(test, target.account!, target.debtor!, false)
  const call = await sampleOf.get(route)!(subject, who)
  const token = route.access.kind === 'session' ? await who.renew() : who.token
  const answer = await ask(cell, call, { token })
  if (route.access.kind === 'staff' && call.status === undefined) told.set(answer.requestId, cell)
  return answer.status === successOf(route, call) ? null : `${labelOf(cell)}: ${answer.status} ${answer.text}`
}

const { refund, capture, void: voidPayment } = contract.payments
/** What moves money at a processor tells of its intent first, and of the outcome afterwards. */
const AT_A_PROCESSOR = new Set<Route>([refund, capture, voidPayment])

it('R-22 R-98 U-001 U-002 whoever may write writes, with one line in the audit log, and never in another tenant', async () => {
  const wrong: string[] = []
  const told = new Map<string, Cell>()
  for (const [company, other] of [
    [own, rival],
    [rival, own],
  ] as const) {
    const changed = await changesDuring(async () => {
      // A route at a time: what one call uses up, such as a person's other sessions, another route may need.
      for (const route of allRoutes.filter((one) => !isRead(one))) {
        const writes = cells.filter(
          (cell) => cell.route === route && cell.expected === 'allowed' && touchedBy(cell) === company,
        )
        wrong.push(...(await problemsOf(writes, (cell) => write(cell, told))))
      }
    })
    expect(changed.filter((place) => place.includes(other.accountId))).toEqual([])
  }
  expect(wrong).toEqual([])
  const lines = await eye.rows<{ request_id: string; lines: number }>(
    'select request_id, count(*)::int as lines from audit_entries group by 1',
  )
  const linesOf = new Map(lines.map((row) => [row.request_id, row.lines]))
  const untold = [...told].filter(
    ([id, { route }]) => linesOf.get(id) !== (AT_A_PROCESSOR.has(route) ? 2 : 1),
  )
  expect(untold.map(([id, cell]) => `${labelOf(cell)}: ${linesOf.get(id) ?? 0} lines`)).toEqual([])
}, 120_000)

/** A call to every route that somebody may make, for what must stay without effect however it is sent. */
const firstAllowed = (): Cell[] =>
  allRoutes.map((route) => cells.find((cell) => cell.route === route && cell.expected === 'allowed')!)

it('T-28 T-14 no other spelling of a path lets anybody in who may not call it', async () => {
  const strangers = principals.filter(({ name }) =>
    ['anonymous', 'unverified user', 'viewer', 'sibling customer', 'customer of another tenant'].includes(
      name,
    ),
  )
  const shut = cells.filter(
    ({ who, target, expected }) => expected !== 'allowed' && target.name === 'own' && strangers.includes(who),
  )
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(shut, async (cell) => {
      const call = await standingCall(cell)
      for (const [name, path] of Object.entries(SPELLINGS)) {
        const answer = await ask(cell, call, { path })
        if (answer.status < 400 || answer.status >= 500)
          return `${labelOf(cell)} with ${name}: ${answer.status} ${answer.text}`
        const problem = refusalProblem(answer)
        if (problem) return `${labelOf(cell)} with ${name} ${problem}`
      }
      return null
    })
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
}, 120_000)

it('T-27 no write is handled whose content type is not the route’s own', async () => {
  const writes = firstAllowed().filter(({ route }) => route.body !== undefined)
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(writes, async (cell) => {
      const call = await standingCall(cell)
      const taken = isFileBody(cell.route.body) ? cell.route.body.file : []
      for (const contentType of ODD_TYPES.filter((type) => !taken.includes(type?.split(';')[0] ?? ''))) {
        const answer = await ask(cell, call, { contentType })
        if (answer.status !== 415 && answer.status !== 400)
          return `${labelOf(cell)} as ${contentType}: ${answer.status} ${answer.text}`
        const problem = refusalProblem(answer)
        if (problem) return `${labelOf(cell)} as ${contentType} ${problem}`
      }
      return null
    })
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
}, 60_000)

it('T-02 T-04 a body with one id of another tenant is refused whole, in the words for an id of nobody', async () => {
  const trials: { cell: Cell; call: SampleCall; foreign: unknown; nobody: unknown }[] = []
  for (const cell of firstAllowed()) {
    const call = await standingCall(cell)
    if (withOneForeign(call.body, withIdsOfNobody(call.body)).length === 0) continue
    const { body: theirs } = await sampleOf.get(cell.route)!(standing.get(rival.debtors.first)!, cell.who)
    const nobodys = withOneForeign(call.body, withIdsOfNobody(theirs))
    for (const [at, foreign] of withOneForeign(call.body, theirs).entries())
      trials.push({ cell, call, foreign, nobody: nobodys[at] })
  }
  expect(trials.length).toBeGreaterThan(8)
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(trials, async ({ cell, call, foreign, nobody }) => {
      const theirs = await ask(cell, { ...call, body: foreign })
      const unknown = await ask(cell, { ...call, body: nobody })
      if (theirs.status !== 404 && theirs.status !== 400)
        return `${labelOf(cell)}: ${theirs.status} ${theirs.text} to ${JSON.stringify(foreign)}`
      return theirs.text === unknown.text
        ? null
        : `${labelOf(cell)} tells ${theirs.text} from ${unknown.text}`
    })
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
}, 60_000)

it('T-07 nothing secret was ever answered', async () => {
  const secrets = await eye.secrets()
  expect(secrets.size).toBeGreaterThan(100)
  const typed = ['4242424242424242', test.app.config.secret, own.debtors.first.payLinkSecret]
  const everything = said.join('\n')
  expect([...secrets, ...typed].filter((secret) => everything.includes(secret))).toEqual([])
})
