import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isSustained, runOpenLoop } from './open-model.ts'

const [PER_S, SECONDS, SERVED_MS] = [100, 0.4, 20]

it('measures the wait from the planned arrival, including the time in the queue', async () => {
  let line = Promise.resolve()
  // Serves one at a time, at half the rate of arrivals.
  const counter = {
    name: 'counter',
    ask: (): Promise<null> => {
      line = line.then(() => sleep(SERVED_MS))
      return line.then(() => null)
    },
  }
  const flow = await runOpenLoop(() => counter, PER_S, SECONDS)
  expect(flow.asked).toBe(PER_S * SECONDS)
  expect(flow.p99Ms).toBeGreaterThan((SERVED_MS - 1000 / PER_S) * PER_S * SECONDS * 0.8)
  expect(isSustained(flow, { mostP99Ms: 200 })).toBe(false)
})

it('counts failures by message, and does not report the load as sustained', async () => {
  const kinds = [
    { name: 'well', ask: async () => null },
    { name: 'refused', ask: async () => '503 busy' },
    { name: 'cut', ask: () => Promise.reject(new Error('socket hang up')) },
  ]
  const flow = await runOpenLoop((n) => kinds[n % 3]!, 1000, 0.03)
  expect([...flow.errors]).toEqual([
    ['refused: 503 busy', 10],
    ['cut: socket hang up', 10],
  ])
  expect(flow.failed).toBe(20)
  expect(isSustained(flow, { mostP99Ms: 60_000 })).toBe(false)
})
