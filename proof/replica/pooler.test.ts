import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVING_ROLE, setRoleSettings } from '../../server/platform/db/serving-role.ts'
import { callApi } from '../../testing/call-api.ts'
import { type Pooler, startPooler } from '../../testing/database/pooler.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { type ReplicatedProduct, type ServedProduct, startReplicatedProduct } from './replicated-product.ts'

const READS = 60
const AT_ONCE = 20

let product: ReplicatedProduct
let test: ServedProduct
let company: HttpCompany
const poolers: Pooler[] = []

beforeAll(async () => {
  product = await startReplicatedProduct()
  const owner = new pg.Client(product.database.ownerConfig)
  await owner.connect()
  await setRoleSettings(owner, 30_000)
  await owner.end()
  await product.catchUp()
  const { primary, replica } = product.servers
  for (const server of [primary, replica]) poolers.push(await startPooler(server.superuser))
  const [before, beside] = poolers.map(({ host, port }) => ({
    host,
    port,
    database: product.database.ownerConfig.database!,
    user: SERVING_ROLE,
  }))
  test = await product.serve({
    database: { ...product.database, appConfig: { ...before!, isPooled: true } },
    replica: beside!,
  })
  company = await anHttpCompany(test, 'pooled-reports')
  await test.untilUsed(true)
})
afterAll(async () => {
  for (const pooler of poolers) await pooler.stop()
  await product?.close()
})

it('finds out the pooler in front of the replica, and answers many reads at once there', async () => {
  await product.catchUp()
  const paths = ['dashboard/', 'search/?q=nobody', 'audit-log/']
  const read = async (at: number) => {
    const path = `/api/accounts/${company.accountId}/${paths[at % paths.length]}`
    return (await callApi(test.server, { method: 'GET', path, token: company.token })).status
  }
  const statuses: number[] = []
  const outcomes = await test.outcomesOf(async () => {
    for (let at = 0; at < READS; at += AT_ONCE)
      statuses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => read(at + more)))))
  })
  expect(statuses).toEqual(Array(READS).fill(200))
  expect(outcomes).toEqual({ replica: READS })
  const seen = await product.servers.replica.takeStatements()
  expect(seen.filter((one) => one.endsWith(': set transaction read only')).length).toBe(READS)
})

it('answers from the primary while the replica’s pooler is away', async () => {
  const before = test.messages.length
  await poolers[1]!.stop()
  await test.untilUsed(false)
  const path = `/api/accounts/${company.accountId}/dashboard/`
  expect((await callApi(test.server, { method: 'GET', path, token: company.token })).status).toBe(200)
  expect(test.messages.slice(before)).toContainEqual(
    expect.stringContaining('the replica is not used: it does not answer'),
  )
})
