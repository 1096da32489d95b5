import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { forgetLimits } from '../../testing/sweep/forget-limits.ts'
import { sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import { labelOf, openSweep, type Sweep, successOf } from '../../testing/sweep/sweep.ts'
import type { Cell } from '../../testing/sweep/sweep-call.ts'
import { type ReplicatedProduct, type ServedProduct, startReplicatedProduct } from './replicated-product.ts'

let product: ReplicatedProduct
let test: ServedProduct
let sweep: Sweep

beforeAll(async () => {
  product = await startReplicatedProduct()
  test = await product.serve()
  sweep = await openSweep(test)
  await test.untilUsed(true)
})
afterAll(async () => {
  await sweep?.inspector.close()
  await product?.close()
})

/** Statements of the product on the replica since the last call, without those that watch it. */
const statements = async (): Promise<string[]> =>
  (await product.servers.replica.takeStatements()).filter((one) => one.startsWith('quittance: '))

const mayRead = ({ mayReadReplica }: Route): boolean => mayReadReplica === true

/** Makes an allowed call, on records of its own, and returns its problem and its statements on the replica. */
async function call(cell: Cell): Promise<{ problem: string | null; seen: string[] }> {
  const { route, who, target } = cell
  await forgetLimits(sweep.inspector)
  const sample = await sampleOf.get(route)!(subjectOf(test, target.account!, target.debtor!, false), who)
  const renews = route.access.kind === 'session' || route.access.kind === 'preview'
  await product.catchUp()
  await statements()
  const answer = await sweep.ask(cell, sample, { token: renews ? await who.renew() : who.token })
  const isFine = answer.status === successOf(route, sample)
  return {
    problem: isFine ? null : `${labelOf(cell)}: ${answer.status} ${answer.text}`,
    seen: await statements(),
  }
}

/** One allowed call of each route. */
const callsOf = (routes: readonly Route[]): Cell[] =>
  routes.flatMap(
    (route) =>
      sweep.cells.find(
        (cell) => cell.route === route && cell.expected === 'allowed' && cell.target.account,
      ) ?? [],
  )

it('answers the declared reports, searches and lists on the replica', async () => {
  const declared = allRoutes.filter((route) => mayRead(route) && route.method === 'GET')
  const cells = callsOf(declared)
  expect(cells.map(({ route }) => route.path)).toEqual(declared.map(({ path }) => path))
  for (const cell of cells) {
    const outcomes = await test.outcomesOf(async () => {
      const { problem, seen } = await call(cell)
      expect(problem).toBeNull()
      expect(seen.join('\n')).toMatch(/set transaction read only\n.*app\.account_id.*\n(quittance: .*\n)+/)
    })
    expect(outcomes).toEqual({ replica: 1 })
  }
})

it('sends nothing of any other route there, whether it moves money, writes or reads', async () => {
  const others = allRoutes.filter((route) => !mayRead(route))
  const cells = callsOf(others)
  expect(cells.length).toBeGreaterThan(140)
  expect(cells.map(({ route }) => route)).toEqual(
    expect.arrayContaining([contract.payments.refund, contract.payments.record, contract.invoices.list]),
  )
  const wrong: (string | null)[] = []
  for (const cell of cells) {
    const { problem, seen } = await call(cell)
    wrong.push(problem, ...seen.map((statement) => `${labelOf(cell)}: ${statement}`))
  }
  expect(wrong.filter(Boolean)).toEqual([])
})

it('shows nobody there the rows of another tenant, and nothing to whom the primary refuses', async () => {
  const cells = sweep.cells.filter(({ route }) => mayRead(route) && route.method === 'GET')
  const refused = cells.filter(({ expected }) => expected !== 'allowed')
  const allowed = cells.filter(({ expected }) => expected === 'allowed')
  expect(allowed.length).toBeGreaterThan(5)
  await product.catchUp()
  await statements()
  const problems: (string | null)[] = []
  for (const cell of refused) problems.push(await sweep.refusedProblem(cell))
  expect(await statements()).toEqual([])
  for (const cell of allowed) problems.push(await sweep.readProblem(cell))
  expect(problems.filter(Boolean)).toEqual([])
  expect(await statements()).not.toEqual([])
})
