import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Route } from '../../../contract/route.ts'
import { createFaultyServer, type Fault, type FaultyServer } from '../../../testing/faulty-server.ts'
import { openRowAccess } from '../../../testing/sweep/row-access.ts'
import type { Sweep } from '../../../testing/sweep/sweep.ts'
import type { Cell } from '../../../testing/sweep/sweep-call.ts'
import { withSweep } from '../../../testing/sweep/with-sweep.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { contentTypeProblem, spellingProblem } from './odd-requests.ts'
import { changesDuring } from './run-sweep.ts'

let test: TestServer
let sweep: Sweep
withSweep((opened, server) => {
  sweep = opened
  test = server
})

/** Normalizes a path as a proxy does. */
const tidied = (url: string): string => new URL(url, 'http://localhost').pathname.replace(/\/{2,}/g, '/')

/** Switches the row-level policies off and inverts the condition of one list. */
const withoutPolicies = (statement: string): string => {
  if (statement === 'begin') return 'begin; set local role none'
  if (!statement.includes('from report_links')) return statement
  return statement.replace(/((?:l\.)?account_id) = (\$\d+)/, '$1 <> $2')
}

const FAULTS: readonly (readonly [
  name: string,
  noticed: RegExp,
  Fault,
  judged: (wrong: Sweep, cell: CellOf) => Promise<unknown>,
])[] = [
  [
    'a viewer is treated as an owner',
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
    'another tenant’s record is answered with 403 instead of 404',
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
    { rewrite: withoutPolicies },
    (wrong, cell) => wrong.readProblem(cell(contract.reports.links, 'owner')),
  ],
  [
    'another spelling of a path is accepted',
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
    'a body of any content type is accepted',
    /^POST \S+ by \S+ on own ids as null: 201 /,
    { first: ({ headers }) => void Object.assign(headers, { 'content-type': 'application/json' }) },
    (wrong, cell) => contentTypeProblem(wrong, cell(contract.customers.create, 'owner')),
  ],
  [
    'a call is refused after it changed a row',
    /^customers [0-9a-f-]{36}$/,
    {
      after: async () => {
        await sweep.inspector.rows(
          'update customers set updated_at = clock_timestamp() where account_id = $1',
          [sweep.own.accountId],
        )
      },
    },
    async (wrong, cell) =>
      (
        await changesDuring(sweep, () => wrong.refusedProblem(cell(contract.customers.create, 'viewer')))
      ).join('\n'),
  ],
]

type CellOf = (route: Route, caller: string, target?: string) => Cell
const cellOf: CellOf = (route, caller, target = 'own') =>
  sweep.cells.find((cell) => cell.route === route && cell.who.name === caller && cell.target.name === target)!

/** `npm run proof guards` removes every other guard in turn. */
describe('the access sweep fails when', () => {
  let faulty: FaultyServer
  beforeAll(async () => {
    faulty = await createFaultyServer(test)
  })
  afterAll(() => faulty?.close())

  it.each(FAULTS)('%s', async (_, noticed, fault, judged) => {
    faulty.setFault(fault)
    expect(await judged(sweep.at(faulty), cellOf)).toMatch(noticed)
    faulty.setFault({})
    expect(await judged(sweep.at(faulty), cellOf)).toBeFalsy()
  })

  it('a table has no row-level policy', async () => {
    const rowAccess = await openRowAccess(test.ownerConfig, sweep.inspector)
    await sweep.inspector.rows('alter table customers disable row level security')
    try {
      const found = await rowAccess.findViolation('customers', sweep.own.accountId)
      expect(found).toMatch(/^customers of others can be seen: \d+$/)
    } finally {
      await sweep.inspector.rows('alter table customers enable row level security')
      await rowAccess.close()
    }
  })
})
