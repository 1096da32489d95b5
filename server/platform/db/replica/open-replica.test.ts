import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../../../testing/database/test-database.ts'
import { createTestApp, setUpTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../audit.ts'
import { freePort } from '../../free-port.ts'
import { createLog } from '../../log.ts'
import { prepareReplicaRead } from '../../prepare-replica-read.ts'

/* A replica itself is in `npm run proof replica`; these tests are about servers that are none. */

const test = setUpTestApp()
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Starts an app whose replica has this address instead of the database's own, and collects its log. */
async function anApp(instead: { port?: number; host?: string } = {}) {
  const database = await createTestDatabase()
  const messages: string[] = []
  const log = createLog('warn', (line) => messages.push((JSON.parse(line) as { message: string }).message))
  const app = await createTestApp({ database, replica: { ...database.appConfig, ...instead }, log })
  closers.push(
    () => database.drop(),
    () => app.close(),
  )
  return { ...app, messages }
}

/** Makes the read of a route with `mayReadReplica`, which the primary answers when this returns null. */
const readFrom = async ({ app, tenant }: TestApp) => {
  const { run } = await tenant()
  return app.replica!.read(
    () => run(prepareReplicaRead),
    async (ctx) => sql`select 1`.execute(ctx.db),
  )
}

it('is not there without DATABASE_READ_URL, and has no values in the metrics', async () => {
  expect(test.app.replica).toBeNull()
  const text = await test.app.metrics.registry.metrics()
  expect(text).not.toMatch(/^quittance_replica/m)
})

it('reads nothing from a server that takes writes, and logs that once', async () => {
  const app = await anApp()
  await vi.waitFor(() => expect(app.messages).not.toEqual([]), 60_000)
  expect(await readFrom(app)).toBeNull()
  expect(app.messages).toEqual([
    'the replica is not used: it is not a replica: it takes writes itself. Reports, exports and searches read from the primary.',
  ])
  const text = await app.app.metrics.registry.metrics()
  expect(text).toContain('quittance_replica_in_use 0')
  expect(text).toContain('quittance_replica_reads_total{outcome="primary_unused"} 1')
})

it('reads nothing from a server that does not answer, and logs that once', async () => {
  const app = await anApp({ host: '127.0.0.1', port: await freePort() })
  await vi.waitFor(() => expect(app.messages).not.toEqual([]), 60_000)
  expect(await readFrom(app)).toBeNull()
  expect(app.messages).toEqual([
    expect.stringMatching(/^the replica is not used: it does not answer: .*ECONNREFUSED/),
  ])
})

it('requires the primary’s position after a write of the account, and none an hour later', async () => {
  const tenant = await test.tenant()
  const required = () => tenant.run(async (ctx) => (await prepareReplicaRead(ctx)).required)
  expect(await required()).toBeNull()
  await tenant.run((ctx) => audit(ctx, 'audit-log.export', { type: 'audit_log', id: null }))
  expect(await required()).toBeGreaterThan(0n)
  test.clock.advance(3_600_000)
  expect(await required()).toBeNull()
})
