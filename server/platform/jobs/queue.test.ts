import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestApp } from '../../../testing/test-app.ts'
import { JOB_NAMES } from '../../main/rooms.ts'
import { openPool } from '../db/pool.ts'
import { installJobs } from './install.ts'
import { createJobQueue, defineJob } from './queue.ts'

const JOBS = 100
/** Without bursts, five jobs a second would take twenty seconds. */
const MAX_MS = 10_000

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

it('processes a long queue without waiting between batches', async () => {
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
  while (done.size < JOBS && performance.now() - began < MAX_MS) await sleep(20)
  expect(done.size).toBe(JOBS)
})

it('runs each job of a batch in its own account, without access to rows of the previous one', async () => {
  const other = await test.tenant()
  const seen: { of: string; sees: string[] }[] = []
  const job = defineJob({
    name: 'payments.notify-of-refund',
    payload: z.object({}),
    async run(ctx) {
      // Has no condition: only the transaction's account keeps other rows away.
      const rows = await ctx.db.selectFrom('companies').select('account_id').execute()
      seen.push({ of: ctx.accountId, sees: rows.map((row) => row.account_id) })
    },
  })
  for (const one of [tenant, other, tenant, other])
    await one.run((ctx) => ctx.app.jobs.enqueue(ctx, 'payments.notify-of-refund', {}))
  await test.app.jobs.work(test.app, [job])
  const began = performance.now()
  while (seen.length < 4 && performance.now() - began < MAX_MS) await sleep(20)
  expect(seen.map(({ of }) => of).sort()).toEqual(
    [tenant, tenant, other, other].map(({ accountId }) => accountId).sort(),
  )
  for (const { of, sees } of seen) expect(sees).toEqual([of])
})

it('queues one of many equal jobs in a while, when asked to', async () => {
  const enqueue = (key: string) =>
    tenant.run((ctx) =>
      ctx.app.jobs.enqueue(ctx, 'reports.follow-ledger', {}, { throttle: { key, everyS: 86_400 } }),
    )
  for (const key of ['one', 'one', 'other', 'one']) await enqueue(key)
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  const { rows } = await owner.query(
    "select singleton_key from pgboss.job where name = 'reports.follow-ledger' order by singleton_key",
  )
  await owner.end()
  expect(rows.map((row) => row.singleton_key)).toEqual(['one', 'other'])
})

it('delays a job while most connections are in use, for a limited time', async () => {
  const done: number[] = []
  const job = defineJob({
    name: 'payments.notify-of-return',
    payload: z.object({ n: z.number() }),
    run: async (_ctx, { n }) => void done.push(n),
  })
  await test.app.jobs.work(test.app, [job])
  const queueOne = (n: number) =>
    tenant.run((ctx) => ctx.app.jobs.enqueue(ctx, 'payments.notify-of-return', { n }))
  const isDone = async (n: number, withinMs: number) => {
    const began = performance.now()
    while (!done.includes(n) && performance.now() - began < withinMs) await sleep(5)
    return done.includes(n)
  }
  /** Occupies connections with transactions that last until they are released. */
  const occupy = () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const over = Promise.all(Array.from({ length: 8 }, () => tenant.run(() => held)))
    return async () => {
      letGo()
      await over
    }
  }
  const leave = occupy()
  await queueOne(1)
  expect(await isDone(1, 400)).toBe(false)
  await leave()
  expect(await isDone(1, MAX_MS)).toBe(true)
  const leaveAgain = occupy()
  await queueOne(2)
  expect(await isDone(2, MAX_MS)).toBe(true)
  await leaveAgain()
})

it('resumes the jobs of a killed process at start', async () => {
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
  const { pool } = openPool({ ...test.ownerConfig, options: '-c role=quittance_app' }, { size: 4 }, () => {})
  const queue = await createJobQueue(pool, test.app.log, { maintain: true })
  await queue.work(test.app, [job])
  const began = performance.now()
  while (done.length === 0 && performance.now() - began < MINUTE_MS / 2) await sleep(100)
  await queue.stop()
  await pool.end()
  expect(done).toEqual([0])
})

it('wakes only the workers of the queues that a commit added to', async () => {
  const { pool } = openPool({ ...test.ownerConfig, options: '-c role=quittance_app' }, { size: 4 }, () => {})
  const looks = { 'payments.send-receipt': 0, 'payments.check-refund': 0 }
  const count = (text: unknown) => {
    for (const name of Object.keys(looks) as (keyof typeof looks)[])
      if (String(text).includes(`'${name}'`) && String(text).includes('SKIP LOCKED')) looks[name] += 1
  }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<pg.QueryResult>
    Object.assign(client, {
      query: (...asked: unknown[]) => {
        count(asked[0])
        return query(...asked)
      },
    })
  })
  const queue = await createJobQueue(pool, test.app.log, { maintain: false })
  const done: number[] = []
  const job = (name: keyof typeof looks) =>
    defineJob({ name, payload: z.object({ n: z.number() }), run: async (_ctx, { n }) => void done.push(n) })
  await queue.work(test.app, [job('payments.send-receipt'), job('payments.check-refund')])
  await sleep(1500)
  const before = { ...looks }
  const began = performance.now()
  for (let n = 0; n < 30; n++) {
    const committed = await tenant.run(async (ctx) => {
      await queue.enqueue(ctx, 'payments.send-receipt', { n })
      return ctx.db
    })
    queue.wake(committed)
    while (!done.includes(n) && performance.now() - began < MAX_MS) await sleep(5)
  }
  const seconds = (performance.now() - began) / 1000
  await queue.stop()
  await pool.end()
  expect(done).toHaveLength(30)
  expect(looks['payments.send-receipt'] - before['payments.send-receipt']).toBeGreaterThanOrEqual(30)
  // Polling only, once a second.
  expect(looks['payments.check-refund'] - before['payments.check-refund']).toBeLessThanOrEqual(seconds + 2)
})

it('limits the retry delay to five minutes, also for queues of an earlier release', async () => {
  const owner = new pg.Client(test.ownerConfig)
  await owner.connect()
  const queues = () =>
    owner
      .query(`select distinct retry_limit, retry_delay_max from pgboss.queue where name not like '\\_\\_%'`)
      .then(({ rows }) => rows)
  const present = [{ retry_limit: 20, retry_delay_max: 300 }]
  expect(await queues()).toEqual(present)
  await owner.query('update pgboss.queue set retry_limit = 8, retry_delay_max = null')
  await installJobs(owner, JOB_NAMES)
  expect(await queues()).toEqual(present)
  await owner.end()
})

it('keeps its connections while a read-only database refuses its statements', async () => {
  const readOnly = {
    ...test.ownerConfig,
    options: '-c role=quittance_app -c default_transaction_read_only=on',
  }
  const opened = openPool(readOnly, { size: 2 }, () => {})
  let closed = 0
  opened.pool.on('remove', () => (closed += 1))
  const refusals: unknown[] = []
  const note = (_message: string, facts?: { error?: unknown }) => void refusals.push(facts?.error)
  const queue = await createJobQueue(
    opened.pool,
    { error: note, warn: note, info: note },
    { maintain: false },
  )
  const job = defineJob({ name: 'mail.deliver-message', payload: z.object({}), run: async () => {} })
  await queue.work(test.app, [job])
  await expect.poll(() => refusals.length, { timeout: 60_000 }).toBeGreaterThan(1)
  expect(refusals[0]).toMatchObject({ code: '25006' })
  expect(closed).toBe(0)
  await queue.rest()
  await queue.stop()
  await opened.close()
})
