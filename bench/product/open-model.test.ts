import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isCarried, letArrive } from './open-model.ts'

const [PER_S, SECONDS, SERVED_MS] = [100, 0.4, 20]

it('who arrives while others are served waits from the moment of the planned arrival', async () => {
  let line = Promise.resolve()
  // One after the other, each in twice the time in which the next one arrives.
  const counter = {
    name: 'counter',
    ask: (): Promise<null> => {
      line = line.then(() => sleep(SERVED_MS))
      return line.then(() => null)
    },
  }
  const flow = await letArrive(() => counter, PER_S, SECONDS)
  expect(flow.asked).toBe(PER_S * SECONDS)
  expect(flow.p99Ms).toBeGreaterThan((SERVED_MS - 1000 / PER_S) * PER_S * SECONDS * 0.8)
  expect(isCarried(flow, { mostP99Ms: 200 })).toBe(false)
})

it('whoever was turned away is told of by what was said, and the flow does not count as carried', async () => {
  const kinds = [
    { name: 'well', ask: async () => null },
    { name: 'refused', ask: async () => '503 busy' },
    { name: 'cut', ask: () => Promise.reject(new Error('socket hang up')) },
  ]
  const flow = await letArrive((n) => kinds[n % 3]!, 1000, 0.03)
  expect([...flow.errors]).toEqual([
    ['refused: 503 busy', 10],
    ['cut: socket hang up', 10],
  ])
  expect(flow.failed).toBe(20)
  expect(isCarried(flow, { mostP99Ms: 60_000 })).toBe(false)
})
