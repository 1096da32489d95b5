import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkReplica } from '../../server/main/doctor/check-replica.ts'
import { prepareReplicaRead } from '../../server/platform/prepare-replica-read.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { type ReplicatedProduct, type ServedProduct, startReplicatedProduct } from './replicated-product.ts'

let product: ReplicatedProduct
let test: ServedProduct
let company: HttpCompany

beforeAll(async () => {
  product = await startReplicatedProduct()
  test = await product.serve()
  company = await anHttpCompany(test, 'silent-supplies')
  await test.untilUsed(true)
})
afterAll(() => product?.close())

const replicaMessages = () => test.messages.filter((message) => message.startsWith('the replica'))

it('gives a read under way to the primary when the replica is silent, and uses it again later', async () => {
  await product.catchUp()
  const answered = test.app.replica!.read(
    () => company.run(prepareReplicaRead),
    async (ctx) => {
      product.servers.replica.freeze(true)
      await sql`select 1`.execute(ctx.db)
    },
  )
  try {
    expect(await answered).toBeNull()
    await test.untilUsed(false)
  } finally {
    product.servers.replica.freeze(false)
  }
  await test.untilUsed(true)
  // A busy machine may say more in between, such as that the replica is late.
  const said = replicaMessages()
  expect(said).toContainEqual(expect.stringContaining('the replica is not used: it does not answer'))
  expect(said.at(-1)).toBe('the replica is used again')
})

it('reads nothing from a server that has become a primary itself', async () => {
  const before = replicaMessages().length
  await product.servers.replica.query('select pg_promote()')
  await test.untilUsed(false)
  const outcomes = await test.outcomesOf(() =>
    test.app.replica!.read(
      () => company.run(prepareReplicaRead),
      async () => {},
    ),
  )
  expect(outcomes).toEqual({ primary_unused: 1 })
  expect(replicaMessages().slice(before)).toEqual([
    expect.stringContaining('it is not a replica: it takes writes itself'),
  ])
  const findings = await checkReplica(test.app.config, product.database.appConfig, product.replica)
  expect(findings.map(({ level, what }) => `${level} ${what}`)).toEqual([
    'problem replica: it is not a replica: it takes writes itself',
  ])
})
