import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { createFaultyServer, type Fault, type FaultyServer } from '../../testing/faulty-server.ts'
import { aSweptCompany, type SweptCompany } from '../../testing/sweep/company.ts'
import { type DatabaseInspector, openDatabaseInspector } from '../../testing/sweep/database-inspector.ts'
import { type ForeignIds, foreignIdsOf } from '../../testing/sweep/foreign-ids.ts'
import { makePrincipals } from '../../testing/sweep/principals.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { type Subject, subjectOf } from '../../testing/sweep/subject.ts'
import { type Cell, makeCells, nameOf, refusalProblem, send } from '../../testing/sweep/sweep-call.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** What a list is held up by when the sleep in one of these texts is run. */
const SLEEP_MS = 30_000
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
  subject = subjectOf(test, own, own.debtors.first, true)
  // Rows of every kind on both sides, so that there is something to leak.
  for (const one of [subject, subjectOf(test, rival, rival.debtors.first, true)])
    await Promise.all([one.draft(), one.memo(), one.payment(), one.checkedUpload(), one.paymentCase()])
  foreign = await foreignIdsOf(inspector, own, rival)
})
afterAll(async () => {
  await inspector?.close()
  await test?.close()
})
beforeEach(async () => {
  await inspector.rows('delete from throttle_counters')
})

/** What has opened databases through the order, the name or the value of a condition. */
const INJECTIONS = [
  "' or '1'='1",
  "'; drop table invoices; --",
  '1); select pg_sleep(30); --',
  '(select pg_sleep(30))',
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

/** Names that no list offers. */
const NAMES = [
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

/** Where every text is tried; elsewhere some of them, all of them in turn. */
const THROUGHOUT = new Set(['order_by', 'search'])
const turn = (at: number, count: number): string[] =>
  Array.from({ length: count }, (_, step) => INJECTIONS[(at * count + step) % INJECTIONS.length]!)

const listed = allRoutes.filter((route: Route) => route.query !== undefined && route.method === 'GET')

/** Somebody who may call, and their sample without its conditions. */
async function callOf(route: Route): Promise<{ cell: Cell; call: SampleCall }> {
  const cell = cells.find(
    (one) => one.route === route && one.expected === 'allowed' && one.target.name === 'own',
  )!
  return { cell, call: { ...(await sampleOf.get(route)!(subject, cell.who)), query: {} } }
}

/** What is wrong with the answers to each text in each condition of a list, and to each condition that it hasn't. */
async function tryInjections(
  server: TestServer,
  route: Route,
  tried: readonly string[] = Object.keys(route.query!.shape),
): Promise<string[]> {
  const { cell, call } = await callOf(route)
  const names = Object.keys(route.query!.shape)
  const tries = tried.flatMap((name, at): [string, string][] =>
    (THROUGHOUT.has(name) ? INJECTIONS : turn(at, name.includes('_') ? 1 : 4)).map((text) => [name, text]),
  )
  tries.push(...NAMES.map((name): [string, string] => [name, '1']))
  const problemOf = async ([name, value]: [string, string]): Promise<string | null> => {
    const answer = await send(server, cell, { ...call, query: { [name]: value } })
    const label = `${name}=${JSON.stringify(value)}`
    if (answer.status !== 200 && answer.status !== 400) return `${label}: ${answer.status} ${answer.text}`
    if (answer.status === 400 && refusalProblem(answer)) return `${label} ${refusalProblem(answer)}`
    if (answer.status === 200 && !names.includes(name)) return `${label} is taken`
    const stray = foreign.within(cell.who, answer.text)
    return stray && `${label} shows ${stray}`
  }
  const wrong: (string | null)[] = []
  for (let at = 0; at < tries.length; at += AT_A_TIME)
    wrong.push(...(await Promise.all(tries.slice(at, at + AT_A_TIME).map(problemOf))))
  return wrong.filter((one) => one !== null)
}

it.each(listed.map((route) => [nameOf(route), route] as const))(
  '%s takes no order, filter or search for SQL, and shows nobody else’s rows by it',
  async (_, route) => {
    const began = performance.now()
    expect(await tryInjections(test, route)).toEqual([])
    expect(performance.now() - began).toBeLessThan(SLEEP_MS)
  },
)

const ordered = listed.filter((route) => 'order_by' in route.query!.shape)

/** The orders of a list that are taken and must not be, or the other way round. */
async function tryOrders(server: TestServer, route: Route): Promise<string[]> {
  const { cell, call } = await callOf(route)
  const by = (order: string) => send(server, cell, { ...call, query: { order_by: order } })
  const refused = await by('nothing')
  if (refused.status !== 400) return [`nothing: ${refused.status}`]
  const { order_by: sentences } = JSON.parse(refused.text) as { order_by: [string] }
  const columns = /^order_by is one of (.+), with/.exec(sentences[0])![1]!.split(', ')
  const wrong: string[] = []
  const orders = columns.flatMap((column): [string, number][] => [
    [column, 200],
    [`-${column}`, 200],
    ...[`--${column}`, `${column} desc`, `${column}--`].map((bad): [string, number] => [bad, 400]),
    ...[`${column},id`, column.toUpperCase(), `"${column}"`].map((bad): [string, number] => [bad, 400]),
  ])
  for (const [order, status] of orders)
    if ((await by(order)).status !== status) wrong.push(`${order}: not ${status}`)
  const path = (one: string) => `${one}?order_by=${columns[0]}&order_by=id`
  const twice = await send(server, cell, { ...call, query: {} }, { path })
  return twice.status === 400 ? wrong : [...wrong, `two orders: ${twice.status}`]
}

it.each(ordered.map((route) => [nameOf(route), route] as const))(
  '%s is ordered by the columns that it names and by no other',
  async (_, route) => {
    expect(await tryOrders(test, route)).toEqual([])
  },
)

it('no list is left out', () => {
  expect(ordered.length).toBeGreaterThan(6)
  expect(listed.length).toBeGreaterThanOrEqual(
    allRoutes.filter(({ method, query }) => method === 'GET' && query !== undefined).length,
  )
})

const customers = contract.customers.list
type Query = Record<string, string | undefined>

/** Asks for the order as somebody wrote it, who put the words together. None of them sleeps here. */
const orderedByWords = async ({ query }: FastifyRequest): Promise<void> => {
  const { order_by: order } = query as Query
  if (order !== undefined && !order.includes('sleep'))
    await inspector.rows(
      `select id, name as short_name from accounts cross join (values ('')) as x (name) order by ${order}`,
    )
}

describe('made wrong on purpose is noticed', () => {
  let mistaken: FaultyServer
  beforeAll(async () => {
    mistaken = await createFaultyServer(test)
  })
  afterAll(() => mistaken?.close())

  it.each<[string, RegExp, Fault]>([
    ['an order is put into the statement', /^order_by="' or '1'='1": 500/, { before: orderedByWords }],
    [
      'a condition that there is not is passed over',
      /^filter_account_id="1" is taken/,
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
      'a condition makes the tenant’s own one void',
      /^search="true or true" shows .+ of customers/,
      {
        after: async (request, _reply, body) => {
          if ((request.query as Query).search !== 'true or true') return
          const all = await inspector.rows<{ id: string }>('select id from customers')
          return body.toString().replace('"results":[', `"results":[${JSON.stringify(all)},`)
        },
      },
    ],
  ])('%s', async (_, noticed, mistake) => {
    mistaken.setFault(mistake)
    expect(
      (await tryInjections(mistaken, customers, ['order_by', 'search'])).some((one) => noticed.test(one)),
    ).toBe(true)
  })

  it.each<[string, RegExp, (order: string) => string]>([
    ['any order is taken', /^nothing: 200/, () => 'short_name'],
    ['an order is read whatever its case', /^[A-Z_]+: not 400/, (order) => order.toLowerCase()],
    ['what stands behind an order is let go', / desc: not 400/, (order) => order.split(' ')[0]!],
  ])('%s', async (_, noticed, change) => {
    mistaken.setFault({
      before: ({ query }) => {
        const asked = query as Query
        if (typeof asked.order_by === 'string') asked.order_by = change(asked.order_by)
      },
    })
    expect((await tryOrders(mistaken, customers)).some((one) => noticed.test(one))).toBe(true)
  })
})
