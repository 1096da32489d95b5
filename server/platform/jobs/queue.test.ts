import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openPool } from '../db/pool.ts'
import { createTestApp, type Tenant, type TestApp } from '../testing/test-app.ts'
import { createJobQueue, defineJob } from './queue.ts'

const JOBS = 100
/** Five at each look, a second apart, they would take twenty. */
const MOST_MS = 10_000
const A_MINUTE_MS = 60_000

let test: TestApp
let tenant: Tenant
beforeAll(async () => {
  test = await createTestApp()
  tenant = await test.tenant()
})
afterAll(() => test.close())

it('a worker that finds a long line works it off in one go', async () => {
  await tenant.run(async (ctx) => {
    for (let n = 0; n < JOBS; n++) await ctx.app.jobs.enqueue(ctx, 'mail.deliver-message', { n })
  })
  const done = new Set<number>()
  const job = defineJob({
    name: 'mail.deliver-message',
    payload: z.object({ n: z.number() }),
    run: async (_ctx, { n }) => void done.add(n),
  })
  const began = performance.now()
  await test.app.jobs.work(test.app, [job])
  while (done.size < JOBS && performance.now() - began < MOST_MS) await sleep(20)
  expect(done.size).toBe(JOBS)
})

it('R-55 a process that never lives for a minute takes up what a killed one had in its hands', async () => {
  await tenant.run((ctx) => ctx.app.jobs.enqueue(ctx, 'imports.check-rows', { n: 0 }))
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  const { rowCount } = await owner.query(
    `update pgboss.job set state = 'active', started_on = now() - interval '2 minutes'
     where name = 'imports.check-rows' and state = 'created'`,
  )
  expect(rowCount).toBe(1)
  await owner.end()
  const done: number[] = []
  const job = defineJob({
    name: 'imports.check-rows',
    payload: z.object({ n: z.number() }),
    run: async (_ctx, { n }) => void done.push(n),
  })
  const { pool } = openPool({ ...test.ownerConfig, options: '-c role=quittance_app' }, 4, () => {})
  const queue = await createJobQueue(pool, test.app.log, { maintain: true })
  await queue.work(test.app, [job])
  const began = performance.now()
  while (done.length === 0 && performance.now() - began < A_MINUTE_MS / 2) await sleep(100)
  await queue.stop()
  await pool.end()
  expect(done).toEqual([0])
}, 60_000)
