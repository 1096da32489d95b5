import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { createFaultyServer, type Fault, type FaultyServer } from '../../testing/faulty-server.ts'
import { aSweptCompany, type SweptCompany } from '../../testing/sweep/company.ts'
import { type DatabaseInspector, openDatabaseInspector } from '../../testing/sweep/database-inspector.ts'
import { type ForeignIds, foreignIdsOf } from '../../testing/sweep/foreign-ids.ts'
import { forgetLimits } from '../../testing/sweep/forget-limits.ts'
import { makePrincipals } from '../../testing/sweep/principals.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { type Subject, subjectOf } from '../../testing/sweep/subject.ts'
import { type Cell, makeCells, nameOf, refusalProblem, send } from '../../testing/sweep/sweep-call.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const AT_A_TIME = 20

let test: TestServer
let inspector: DatabaseInspector
let foreign: ForeignIds
let cells: Cell[]
let own: SweptCompany
let subject: Subject

beforeAll(async () => {
  test = await createTestServer()
  own = await aSweptCompany(test, 'listed-supplies')
  const rival = await aSweptCompany(test, 'listed-rival')
  const principals = await makePrincipals(test, own, rival)
  cells = makeCells(allRoutes, principals, own, rival)
  inspector = await openDatabaseInspector(test.ownerConfig)
  await inspector.rows('create sequence executed_attacks')
  await inspector.rows('grant usage on sequence executed_attacks to public')
  subject = subjectOf(test, own, own.debtors.first, true)
  // Rows of every kind in both companies, so that a leak shows.
  for (const one of [subject, subjectOf(test, rival, rival.debtors.first, true)])
    await Promise.all([one.draft(), one.memo(), one.payment(), one.checkedUpload(), one.paymentCase()])
  foreign = await foreignIdsOf(inspector, own, rival)
})
afterAll(async () => {
  await inspector?.close()
  await test?.close()
})
beforeEach(async () => {
  await forgetLimits(inspector)
  await inspector.rows("select setval('executed_attacks', 1, false)")
})

/** Attacks through an order, a filter's name or its value. */
const INJECTIONS = [
  "' or '1'='1",
  "'; drop table invoices; --",
  "1); select nextval('executed_attacks'); --",
  "(select nextval('executed_attacks'))",
  "nextval('executed_attacks')",
  '(select password_hash from users limit 1)',
  'case when (select 1) = 1 then id else number end',
  'id,(select 1)',
  'id desc nulls last',
  'id;--',
  '1',
  '-1',
  '--id',
  '+-id',
  'account_id',
  'accounts.account_id',
  'i.account_id',
  'customer_id',
  'password_hash',
  '"id"',
  '`id`',
  '__proto__',
  'constructor',
  'toString',
  'true or true',
  '%',
  '_',
  '\\',
  '%27',
  "\\'; --",
  '$1',
  '$' + '{7*7}',
  '{"$gt":""}',
  '[object Object]',
  '0x31',
  '1e999',
  'NaN',
  'ｉｄ',
  'id\u0000',
  'id\n',
]

/** Parameters that no list has. */
const UNKNOWN_NAMES = [
  'filter_account_id',
  'filter_account_id_neq',
  'exclude_account_id',
  'filter_customer_id__in',
  'filter_total_raw',
  'filter_total_like',
  'filter_total_eq_or_1',
  "filter_total'",
  'filter___proto__',
  'filter_constructor_eq',
  'filter_',
  'filter',
  'where',
  'order_by[]',
  'order_by[0]',
  'orderby',
  'sort',
  'fields',
  'include',
  'search[$ne]',
  'page_size[]',
]

/** Parameters that get every attack. The others get some of them, in turn. */
const FULLY_TRIED = new Set(['order_by', 'search'])
const chooseInjections = (at: number, count: number): string[] =>
  Array.from({ length: count }, (_, step) => INJECTIONS[(at * count + step) % INJECTIONS.length]!)

const listed = allRoutes.filter((route: Route) => route.query !== undefined && route.method === 'GET')

/** Returns an allowed caller and a call without query parameters. */
async function createCall(route: Route): Promise<{ cell: Cell; call: SampleCall }> {
  const cell = cells.find(
    (one) => one.route === route && one.expected === 'allowed' && one.target.name === 'own',
  )!
  return { cell, call: { ...(await sampleOf.get(route)!(subject, cell.who)), query: {} } }
}

/** Returns the problems of each attack in each parameter of a list, and of each unknown parameter. */
async function tryInjections(
  server: TestServer,
  route: Route,
  tried: readonly string[] = Object.keys(route.query!.shape),
): Promise<string[]> {
  const { cell, call } = await createCall(route)
  const names = Object.keys(route.query!.shape)
  const tries = tried.flatMap((name, at): [string, string][] =>
    (FULLY_TRIED.has(name) ? INJECTIONS : chooseInjections(at, name.includes('_') ? 1 : 4)).map((text) => [
      name,
      text,
    ]),
  )
  tries.push(...UNKNOWN_NAMES.map((name): [string, string] => [name, '1']))
  const problemOf = async ([name, value]: [string, string]): Promise<string | null> => {
    const answer = await send(server, cell, { ...call, query: { [name]: value } })
    const label = `${name}=${JSON.stringify(value)}`
    if (answer.status !== 200 && answer.status !== 400) return `${label}: ${answer.status} ${answer.text}`
    if (answer.status === 400 && refusalProblem(answer)) return `${label} ${refusalProblem(answer)}`
    if (answer.status === 200 && !names.includes(name)) return `${label} is accepted`
    const stray = foreign.within(cell.who, answer.text)
    return stray && `${label} shows ${stray}`
  }
  const problems: (string | null)[] = []
  for (let at = 0; at < tries.length; at += AT_A_TIME)
    problems.push(...(await Promise.all(tries.slice(at, at + AT_A_TIME).map(problemOf))))
  const [counter] = await inspector.rows<{ is_called: boolean }>('select is_called from executed_attacks')
  if (counter?.is_called) problems.push('an attack was executed')
  return problems.filter((one) => one !== null)
}

it.each(listed.map((route) => [nameOf(route), route] as const))(
  '%s executes no SQL from an order, filter or search, and returns only the caller’s rows',
  async (_, route) => {
    expect(await tryInjections(test, route)).toEqual([])
  },
)

const ordered = listed.filter((route) => 'order_by' in route.query!.shape)

/** Returns the orders that a list wrongly accepts or refuses. */
async function tryOrders(server: TestServer, route: Route): Promise<string[]> {
  const { cell, call } = await createCall(route)
  const by = (order: string) => send(server, cell, { ...call, query: { order_by: order } })
  const refused = await by('nothing')
  if (refused.status !== 400) return [`nothing: ${refused.status}`]
  const { order_by: messages } = JSON.parse(refused.text) as { order_by: [string] }
  const columns = /^order_by is one of (.+), with/.exec(messages[0])![1]!.split(', ')
  const problems: string[] = []
  const orders = columns.flatMap((column): [string, number][] => [
    [column, 200],
    [`-${column}`, 200],
    ...[`--${column}`, `${column} desc`, `${column}--`].map((bad): [string, number] => [bad, 400]),
    ...[`${column},id`, column.toUpperCase(), `"${column}"`].map((bad): [string, number] => [bad, 400]),
  ])
  for (const [order, status] of orders)
    if ((await by(order)).status !== status) problems.push(`${order}: not ${status}`)
  const path = (one: string) => `${one}?order_by=${columns[0]}&order_by=id`
  const twice = await send(server, cell, { ...call, query: {} }, { path })
  return twice.status === 400 ? problems : [...problems, `two orders: ${twice.status}`]
}

it.each(ordered.map((route) => [nameOf(route), route] as const))(
  '%s accepts only the orders that it lists',
  async (_, route) => {
    expect(await tryOrders(test, route)).toEqual([])
  },
)

it('covers every list', () => {
  expect(ordered.length).toBeGreaterThan(6)
  expect(listed.length).toBeGreaterThanOrEqual(
    allRoutes.filter(({ method, query }) => method === 'GET' && query !== undefined).length,
  )
})

const customers = contract.customers.list
type Query = Record<string, string | undefined>

/** A bug: concatenates the order into a statement. */
const concatenateOrder = async ({ query }: FastifyRequest): Promise<void> => {
  const { order_by: order } = query as Query
  if (order !== undefined) await inspector.rows(`select id, short_name from customers order by ${order}`)
}

describe('an injected bug is detected', () => {
  let faulty: FaultyServer
  beforeAll(async () => {
    faulty = await createFaultyServer(test)
  })
  afterAll(() => faulty?.close())

  it.each<[string, RegExp, Fault]>([
    [
      'an order is concatenated into the statement',
      /^order_by="' or '1'='1": 500/,
      { before: concatenateOrder },
    ],
    ['an order is executed', /^an attack was executed$/, { before: concatenateOrder }],
    [
      'an unknown parameter is ignored',
      /^filter_account_id="1" is accepted/,
      {
        before: (request) => {
          const known = Object.entries(request.query as Query).filter(
            ([name]) => name in customers.query!.shape,
          )
          request.query = Object.fromEntries(known)
        },
      },
    ],
    [
      'a search disables the tenant condition',
      /^search="true or true" shows .+ of customers/,
      {
        after: async (request, _reply, body) => {
          if ((request.query as Query).search !== 'true or true') return
          const all = await inspector.rows<{ id: string }>('select id from customers')
          return body.toString().replace('"results":[', `"results":[${JSON.stringify(all)},`)
        },
      },
    ],
  ])('%s', async (_, problem, fault) => {
    faulty.setFault(fault)
    expect(
      (await tryInjections(faulty, customers, ['order_by', 'search'])).some((one) => problem.test(one)),
    ).toBe(true)
  })

  it.each<[string, RegExp, (order: string) => string]>([
    ['any order is accepted', /^nothing: 200/, () => 'short_name'],
    ['an order is case-insensitive', /^[A-Z_]+: not 400/, (order) => order.toLowerCase()],
    ['text after an order is ignored', / desc: not 400/, (order) => order.split(' ')[0]!],
  ])('%s', async (_, problem, change) => {
    faulty.setFault({
      before: ({ query }) => {
        const sent = query as Query
        if (typeof sent.order_by === 'string') sent.order_by = change(sent.order_by)
      },
    })
    expect((await tryOrders(faulty, customers)).some((one) => problem.test(one))).toBe(true)
  })
})
