import { expect, it } from 'vitest'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import { setUpTestServer } from '../../../testing/test-server.ts'
import { createSettableClock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { followDatabaseClock } from './follow-database-clock.ts'

const test = setUpTestServer()
const MINUTE = 60_000

it('keeps the database’s time while the machine’s clock jumps, and logs both jumps once', async () => {
  const lines: string[] = []
  const note = (message: string, facts?: object): void =>
    void lines.push(`${message} ${JSON.stringify(facts)}`)
  const log: Log = { error: note, warn: note, info: note }
  let aheadMs = HOUR_MS
  const machine = { wallNow: () => Date.now() + aheadMs }
  const followed = createSettableClock(machine)
  const offMs = () => Math.abs(followed.wallNow() - Date.now())
  expect(offMs()).toBeGreaterThan(HOUR_MS - MINUTE)
  const end = await followDatabaseClock({ ...test.app, log }, { followed, machine, everyMs: 10 })
  expect(offMs()).toBeLessThan(MINUTE)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^the clocks of this machine and the database differ; .*"seconds":(3599|36\d\d)/)
  aheadMs = 0
  expect(offMs()).toBeLessThan(MINUTE)
  await expect.poll(() => lines.length, { timeout: 120_000 }).toBe(2)
  expect(lines[1]).toMatch(/^the clocks of this machine and the database agree again/)
  aheadMs = -HOUR_MS
  expect(offMs()).toBeLessThan(MINUTE)
  await expect.poll(() => lines.length, { timeout: 120_000 }).toBe(3)
  await end()
})
