import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { allRoutes } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { aSweptCompany, type SweptCompany } from '../platform/testing/sweep/company.ts'
import { type DatabaseEye, openDatabaseEye } from '../platform/testing/sweep/database-state.ts'
import { type ForeignIds, foreignIdsOf } from '../platform/testing/sweep/foreign-ids.ts'
import { makePrincipals } from '../platform/testing/sweep/principals.ts'
import { type SampleCall, sampleOf } from '../platform/testing/sweep/samples.ts'
import { type Subject, subjectOf } from '../platform/testing/sweep/subject.ts'
import { type Cell, makeCells, nameOf, refusalProblem, send } from '../platform/testing/sweep/sweep-call.ts'
import { createTestServer, type TestServer } from '../platform/testing/test-server.ts'

/** What a list is held up by when the sleep in one of these texts is run. */
const SLEEP_MS = 30_000
const AT_A_TIME = 20

let test: TestServer
let eye: DatabaseEye
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
  eye = await openDatabaseEye(test.ownerConfig)
  subject = subjectOf(test, own, own.debtors.first, true)
  // Rows of every kind on both sides, so that there is something to leak.
  for (const one of [subject, subjectOf(test, rival, rival.debtors.first, true)])
    await Promise.all([one.draft(), one.memo(), one.payment(), one.checkedUpload(), one.paymentCase()])
  foreign = await foreignIdsOf(eye, own, rival)
})
afterAll(async () => {
  await eye?.close()
  await test?.close()
})
beforeEach(async () => {
  await eye.rows('delete from throttle_counters')
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

it.each(listed.map((route) => [nameOf(route), route] as const))(
  'R-80 T-29 %s takes no order, filter or search for SQL, and shows nobody else’s rows by it',
  async (_, route) => {
    const { cell, call } = await callOf(route)
    const names = Object.keys(route.query!.shape)
    const tries = names.flatMap((name, at): [string, string][] =>
      (THROUGHOUT.has(name) ? INJECTIONS : turn(at, name.includes('_') ? 1 : 4)).map((text) => [name, text]),
    )
    tries.push(...NAMES.map((name): [string, string] => [name, '1']))
    const began = performance.now()
    const problemOf = async ([name, value]: [string, string]): Promise<string | null> => {
      const answer = await send(test, cell, { ...call, query: { [name]: value } })
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
    expect(wrong.filter(Boolean)).toEqual([])
    expect(performance.now() - began).toBeLessThan(SLEEP_MS)
  },
)

const ordered = listed.filter((route) => 'order_by' in route.query!.shape)

it.each(ordered.map((route) => [nameOf(route), route] as const))(
  'R-80 T-29 %s is ordered by the columns that it names and by no other',
  async (_, route) => {
    const { cell, call } = await callOf(route)
    const by = (order: string) => send(test, cell, { ...call, query: { order_by: order } })
    const refused = await by('nothing')
    expect(refused.status).toBe(400)
    const { order_by: sentences } = JSON.parse(refused.text) as { order_by: [string] }
    const columns = /^order_by is one of (.+), with/.exec(sentences[0])![1]!.split(', ')
    for (const column of columns) {
      expect((await by(column)).status, column).toBe(200)
      expect((await by(`-${column}`)).status, column).toBe(200)
      for (const bad of [
        `--${column}`,
        `${column} desc`,
        `${column}--`,
        `${column},id`,
        column.toUpperCase(),
        `"${column}"`,
      ])
        expect((await by(bad)).status, bad).toBe(400)
    }
    const twice = await send(
      test,
      cell,
      { ...call, query: {} },
      {
        path: (path) => `${path}?order_by=${columns[0]}&order_by=id`,
      },
    )
    expect(twice.status).toBe(400)
  },
)

it('T-29 no list is left out', () => {
  expect(ordered.length).toBeGreaterThan(6)
  expect(listed.length).toBeGreaterThanOrEqual(
    allRoutes.filter(({ method, query }) => method === 'GET' && query !== undefined).length,
  )
})
