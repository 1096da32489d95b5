import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import { isFileBody, isRawBody, type Route } from '../../contract/route.ts'
import { createFaultyServer, type FaultyServer, type Mistake } from '../../testing/faulty-server.ts'
import type { SweptCompany } from '../../testing/sweep/company.ts'
import { changedPlaces } from '../../testing/sweep/database-state.ts'
import { firstAllowed, foreignBodies, foreignBodyProblem } from '../../testing/sweep/foreign-bodies.ts'
import { furtherProblem } from '../../testing/sweep/further-call.ts'
import { furtherCalls } from '../../testing/sweep/further-calls.ts'
import { listCells, listProblem } from '../../testing/sweep/list-queries.ts'
import { ODD_TYPES, SPELLINGS } from '../../testing/sweep/malformed-requests.ts'
import { guardedTables, openRawReach } from '../../testing/sweep/raw-reach.ts'
import { sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import { labelOf, type Sweep, successOf } from '../../testing/sweep/sweep.ts'
import { type Cell, isRead, nameOf, refusalProblem } from '../../testing/sweep/sweep-call.ts'
import { withSweep } from '../../testing/sweep/with-sweep.ts'
import type { TestServer } from '../../testing/test-server.ts'

/*
 * Every route of the contract × every kind of caller × ids of oneself, of another customer, of another tenant and of
 * nobody. What has to come of a call follows from the route's declared access and the table of roles alone, so a new
 * route is swept on its first day; all it needs is a sample request in platform/testing/sweep/samples/.
 */

/** Tables of accounts in which no call of the sweep leaves a row to reach for. */
const WRITTEN_BY_JOBS = [
  'audit_seals',
  'auto_payment_notices',
  'auto_payment_tries',
  'customer_groups',
  'invariant_findings',
  'invariant_looks',
  'invoice_revisions',
  'payment_reconciliations',
]

let test: TestServer
let sweep: Sweep
withSweep((opened, server) => {
  sweep = opened
  test = server
})

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
  const before = await sweep.eye.state()
  await work()
  return changedPlaces(before, await sweep.eye.state())
}

it('has a sample request for every route of the contract', () => {
  expect(allRoutes.filter((route) => !sampleOf.has(route)).map(nameOf)).toEqual([])
})

it('whatever the policy refuses is refused by its status, in words that tell nothing, and changes nothing', async () => {
  const refused = sweep.cells.filter(({ expected }) => expected !== 'allowed')
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(refused, sweep.refusedProblem)
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
  expect(refused.length).toBeGreaterThan(allRoutes.length * 10)
}, 300_000)

it('whoever may read reads what is theirs and nothing else, and no GET, HEAD or OPTIONS changes a row', async () => {
  const reads = sweep.cells.filter(({ route, expected }) => isRead(route) && expected === 'allowed')
  // That a customer saw an invoice for the first time is noted; the second time there is nothing to note.
  const payers = reads.filter(({ route }) => route.access.kind === 'payer')
  await problemsOf(payers, async (cell) => void (await sweep.ask(cell, await sweep.standingCall(cell))))
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(reads, async (cell) => {
      const problem = await sweep.readProblem(cell)
      if (problem) return problem
      const call = await sweep.standingCall(cell)
      const head = await sweep.ask(cell, call, { method: cell.route.method === 'GET' ? 'HEAD' : 'OPTIONS' })
      return head.status === successOf(cell.route, call) ? null : `${labelOf(cell)}: HEAD ${head.status}`
    })
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
}, 300_000)

it('a list shows what is the caller’s in whatever way it is asked for', async () => {
  const lists = listCells(sweep)
  expect(lists.length).toBeGreaterThan(10)
  expect(await problemsOf(lists, (cell) => listProblem(sweep, cell))).toEqual([])
}, 300_000)

/** In whose account a call may leave something behind. */
const touchedBy = ({ route, who, target }: Cell): SweptCompany | null =>
  route.access.kind === 'public' || route.access.kind === 'signed' || !('company' in who.is)
    ? target.account
    : who.is.company

/** Makes a write that is allowed, on records of its own. */
async function write(cell: Cell, told: Map<string, Cell>): Promise<string | null> {
  const { route, who, target } = cell
  await sweep.eye.rows('delete from throttle_counters')
  const subject = subjectOf(test, target.account!, target.debtor!, false)
  const call = await sampleOf.get(route)!(subject, who)
  const token =
    route.access.kind === 'session' || route.access.kind === 'preview' ? await who.renew() : who.token
  const answer = await sweep.ask(cell, call, { token })
  if (route.access.kind === 'staff' && call.status === undefined) told.set(answer.requestId, cell)
  return answer.status === successOf(route, call) ? null : `${labelOf(cell)}: ${answer.status} ${answer.text}`
}

const { refund, capture, void: voidPayment } = contract.payments
/** What moves money at a processor tells of its intent first, and of the outcome afterwards. */
const AT_A_PROCESSOR = new Set<Route>([refund, capture, voidPayment])

it('whoever may write writes, with one line in the audit log, and never in another tenant', async () => {
  const wrong: string[] = []
  const told = new Map<string, Cell>()
  for (const [company, other] of [
    [sweep.own, sweep.rival],
    [sweep.rival, sweep.own],
  ] as const) {
    const changed = await changesDuring(async () => {
      // A route at a time: what one call uses up, such as a person's other sessions, another route may need.
      for (const route of allRoutes.filter((one) => !isRead(one))) {
        const writes = sweep.cells.filter(
          (cell) => cell.route === route && cell.expected === 'allowed' && touchedBy(cell) === company,
        )
        wrong.push(...(await problemsOf(writes, (cell) => write(cell, told))))
      }
    })
    expect(changed.filter((place) => place.includes(other.accountId))).toEqual([])
  }
  expect(wrong).toEqual([])
  const lines = await sweep.eye.rows<{ request_id: string; account_id: string; lines: number }>(
    'select request_id, account_id, count(*)::int as lines from audit_entries group by 1, 2',
  )
  // In the log of the account that was changed: a line elsewhere tells its people nothing.
  const at = (id: string, cell: Cell) => `${id} ${cell.target.account?.accountId}`
  const linesOf = new Map(lines.map((row) => [`${row.request_id} ${row.account_id}`, row.lines]))
  const untold = [...told].filter(
    ([id, cell]) => linesOf.get(at(id, cell)) !== (AT_A_PROCESSOR.has(cell.route) ? 2 : 1),
  )
  expect(untold.map(([id, cell]) => `${labelOf(cell)}: ${linesOf.get(at(id, cell)) ?? 0} lines`)).toEqual([])
}, 300_000)

async function spellingProblem(at: Sweep, cell: Cell): Promise<string | null> {
  const call = await at.standingCall(cell)
  for (const [name, path] of Object.entries(SPELLINGS)) {
    const answer = await at.ask(cell, call, { path })
    if (answer.status < 400 || answer.status >= 500)
      return `${labelOf(cell)} with ${name}: ${answer.status} ${answer.text}`
    const problem = refusalProblem(answer)
    if (problem) return `${labelOf(cell)} with ${name} ${problem}`
  }
  return null
}

it('no other spelling of a path lets anybody in who may not call it', async () => {
  const strangers = sweep.principals.filter(({ name }) =>
    [
      'anonymous',
      'unverified user',
      'viewer',
      'advisor',
      'admin',
      'pay link',
      'sibling customer',
      'preview',
      'customer of another tenant',
    ].includes(name),
  )
  const shut = sweep.cells.filter(
    ({ who, target, expected }) => expected !== 'allowed' && target.name === 'own' && strangers.includes(who),
  )
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(shut, (cell) => spellingProblem(sweep, cell))
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
}, 300_000)

const takenBy = ({ body }: Route): readonly string[] => {
  if (isFileBody(body)) return body.file
  return isRawBody(body) ? body.raw : []
}

async function contentTypeProblem(at: Sweep, cell: Cell): Promise<string | null> {
  const call = await at.standingCall(cell)
  const taken = takenBy(cell.route)
  for (const contentType of ODD_TYPES.filter((type) => !taken.includes(type?.split(';')[0] ?? ''))) {
    const answer = await at.ask(cell, call, { contentType })
    if (answer.status !== 415 && answer.status !== 400)
      return `${labelOf(cell)} as ${contentType}: ${answer.status} ${answer.text}`
    const problem = refusalProblem(answer)
    if (problem) return `${labelOf(cell)} as ${contentType} ${problem}`
  }
  return null
}

it('no write is handled whose content type is not the route’s own', async () => {
  const writes = firstAllowed(sweep).filter(({ route }) => route.body !== undefined)
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(writes, (cell) => contentTypeProblem(sweep, cell))
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
}, 300_000)

it('a body with one id of another tenant is refused whole, in the words for an id of nobody', async () => {
  const trials = await foreignBodies(sweep)
  expect(trials.length).toBeGreaterThan(8)
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(trials, (trial) => foreignBodyProblem(sweep, trial))
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
}, 300_000)

it('calls out of their place are refused by the status of their case, and change nothing', async () => {
  const further = await furtherCalls(sweep)
  let wrong: string[] = []
  const changed = await changesDuring(async () => {
    wrong = await problemsOf(further, (call) => furtherProblem(sweep, call))
  })
  expect(wrong).toEqual([])
  expect(changed).toEqual([])
}, 300_000)

it('raw statements reach nobody else’s rows either, in any table that holds some', async () => {
  const tables = await guardedTables(sweep.eye)
  const reach = await openRawReach(test.ownerConfig, sweep.eye)
  try {
    const found = new Map<string, string | null | undefined>()
    for (const table of tables) found.set(table, await reach.of(table, sweep.own.accountId))
    expect([...found.values()].filter(Boolean)).toEqual([])
    // What no call writes, a job does.
    const empty = tables.filter((table) => found.get(table) === undefined)
    expect(empty).toEqual(WRITTEN_BY_JOBS)
  } finally {
    await reach.close()
  }
})

it('nothing secret was ever answered', async () => {
  const secrets = await sweep.eye.secrets()
  expect(secrets.size).toBeGreaterThan(100)
  const typed = ['4242424242424242', test.app.config.secret, sweep.own.debtors.first.payLinkSecret]
  const everything = sweep.said.join('\n')
  expect([...secrets, ...typed].filter((secret) => everything.includes(secret))).toEqual([])
})

/** As a proxy might that knows one way to write a path, and trusts whoever found another. */
const tidied = (url: string): string => new URL(url, 'http://localhost').pathname.replace(/\/{2,}/g, '/')

/** The policies do not bind the role that speaks, and a list is asked for by the opposite of its own condition. */
const withoutWalls = (statement: string): string => {
  if (statement === 'begin') return 'begin; set local role none'
  if (!statement.includes('from report_links')) return statement
  return statement.replace(/((?:l\.)?account_id) = (\$\d+)/, '$1 <> $2')
}

const MISTAKES: readonly (readonly [
  name: string,
  noticed: RegExp,
  Mistake,
  judged: (wrong: Sweep, cell: CellOf) => Promise<unknown>,
])[] = [
  [
    'a viewer passes for an owner',
    /^POST \S+ by viewer on own ids: 20\d instead of 403 /,
    { rewrite: (statement) => statement.replace('select m.role', "select 'owner' as role") },
    (wrong, cell) => wrong.refusedProblem(cell(contract.customers.create, 'viewer')),
  ],
  [
    'a route answers strangers',
    /^GET \S+ by anonymous on own ids: 200 instead of 401 /,
    {
      before: ({ headers }, reply) => (headers.authorization ? undefined : reply.send({ results: [] })),
    },
    (wrong, cell) => wrong.refusedProblem(cell(contract.customers.list, 'anonymous')),
  ],
  [
    'what is not theirs is forbidden instead of not there',
    /^GET \S+ by owner on other tenant's ids: 403 instead of 404 /,
    {
      after: (_request, reply) => {
        if (reply.statusCode !== 404) return
        reply.code(403)
        return '{"detail":"No.","code":"not_allowed"}'
      },
    },
    (wrong, cell) => wrong.refusedProblem(cell(contract.customers.list, 'owner', "other tenant's")),
  ],
  [
    'another tenant’s rows are visible',
    /^GET \S+ by owner on own ids shows \S+ of report_links$/,
    { rewrite: withoutWalls },
    (wrong, cell) => wrong.readProblem(cell(contract.reports.links, 'owner')),
  ],
  [
    'another spelling of a path slips by',
    /^GET \S+ by anonymous on own ids with a double slash \w+: 200 /,
    {
      before: async ({ url, headers }, reply) => {
        if (tidied(url) === url) return
        const token = sweep.principals.find(({ name }) => name === 'owner')!.token
        const asked = { url: tidied(url), headers: { ...headers, authorization: `Bearer ${token}` } }
        const answer = await test.server.inject({ method: 'GET', ...asked })
        return reply.code(answer.statusCode).type('application/json').send(answer.body)
      },
    },
    (wrong, cell) => spellingProblem(wrong, cell(contract.customers.list, 'anonymous')),
  ],
  [
    'a body is taken whatever it calls itself',
    /^POST \S+ by \S+ on own ids as null: 201 /,
    { first: ({ headers }) => void Object.assign(headers, { 'content-type': 'application/json' }) },
    (wrong, cell) => contentTypeProblem(wrong, cell(contract.customers.create, 'owner')),
  ],
  [
    'somebody is refused when it is done already',
    /^customers [0-9a-f-]{36}$/,
    {
      after: async () => {
        await sweep.eye.rows('update customers set updated_at = clock_timestamp() where account_id = $1', [
          sweep.own.accountId,
        ])
      },
    },
    async (wrong, cell) =>
      (await changesDuring(() => wrong.refusedProblem(cell(contract.customers.create, 'viewer')))).join('\n'),
  ],
]

type CellOf = (route: Route, caller: string, target?: string) => Cell
const cellOf: CellOf = (route, caller, target = 'own') =>
  sweep.cells.find((cell) => cell.route === route && cell.who.name === caller && cell.target.name === target)!

// Last, as some of them write. That every other guard is missed is shown by `npm run proof guards`.
describe('made wrong on purpose is noticed', () => {
  let mistaken: FaultyServer
  beforeAll(async () => {
    mistaken = await createFaultyServer(test)
  })
  afterAll(() => mistaken?.close())

  it.each(MISTAKES)('%s', async (_, noticed, mistake, judged) => {
    mistaken.make(mistake)
    expect(await judged(sweep.at(mistaken), cellOf)).toMatch(noticed)
    mistaken.make({})
    expect(await judged(sweep.at(mistaken), cellOf)).toBeFalsy()
  })

  it('a table is open to every tenant', async () => {
    const reach = await openRawReach(test.ownerConfig, sweep.eye)
    await sweep.eye.rows('alter table customers disable row level security')
    try {
      const found = await reach.of('customers', sweep.own.accountId)
      expect(found).toMatch(/^customers of others can be seen: \d+$/)
    } finally {
      await sweep.eye.rows('alter table customers enable row level security')
      await reach.close()
    }
  })
})
