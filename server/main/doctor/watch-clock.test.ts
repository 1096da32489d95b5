import { expect, it } from 'vitest'
import { setUpTestServer } from '../../../testing/test-server.ts'
import type { Log } from '../../platform/log.ts'
import { watchClock } from './watch-clock.ts'

const test = setUpTestServer()

it('logs once when the clocks begin to differ, and once when they agree again', async () => {
  const lines: string[] = []
  const note = (message: string, facts?: object): void =>
    void lines.push(`${message} ${JSON.stringify(facts)}`)
  const log: Log = { error: note, warn: note, info: note }
  const setClock = (aheadMs: number) => test.clock.set(new Date(Date.now() + aheadMs).toISOString())
  setClock(3_600_000)
  const end = watchClock({ ...test.app, log }, 10)
  await expect.poll(() => lines.length, { timeout: 30_000 }).toBe(1)
  expect(lines[0]).toMatch(/^the clocks of this machine and the database differ; .*"seconds":(3599|36\d\d)/)
  setClock(0)
  await expect.poll(() => lines.length, { timeout: 30_000 }).toBe(2)
  expect(lines[1]).toMatch(/^the clocks of this machine and the database agree again/)
  await end()
})
