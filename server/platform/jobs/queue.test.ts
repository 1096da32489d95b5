import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestApp, type Tenant, type TestApp } from '../testing/test-app.ts'
import { defineJob } from './queue.ts'

const JOBS = 100
/** Five at each look, a second apart, they would take twenty. */
const MOST_MS = 10_000

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
