import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startKeepAlive } from './keep-alive.ts'
import type { RefreshResult } from './refresh.ts'

const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp(results: RefreshResult[], ageAtStart = 0) {
  let issuedAt = Date.now() - ageAtStart
  const asked: number[] = []
  const seen: RefreshResult[] = []
  const begun = Date.now()
  const alive = startKeepAlive({
    refresh: async () => {
      asked.push(Date.now() - begun)
      const result = results.shift() ?? 'OK'
      if (result === 'OK') issuedAt = Date.now()
      return result
    },
    tokenAgeMs: () => Date.now() - issuedAt,
    onResult: (result) => void seen.push(result),
  })
  return { alive, asked, seen, renewedElsewhere: () => (issuedAt = Date.now()) }
}

describe('startKeepAlive', () => {
  it('renews on activity only after 300000 ms', async () => {
    const { alive, asked, renewedElsewhere } = setUp([])
    await vi.advanceTimersByTimeAsync(4 * MINUTE)
    renewedElsewhere()
    // The check by the clock at five minutes finds a young token, and the next one comes at ten.
    await vi.advanceTimersByTimeAsync(299_999)
    alive.activity()
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    alive.activity()
    expect(asked).toEqual([9 * MINUTE])
    alive.stop()
  })

  it('renews an idle page by a check every 5 minutes', async () => {
    const { alive, asked } = setUp([])
    await vi.advanceTimersByTimeAsync(20 * MINUTE)
    expect(asked).toEqual([5, 10, 15, 20].map((minutes) => minutes * MINUTE))
    alive.stop()
  })

  it('skips a check when another tab has just renewed the session', async () => {
    const { alive, asked, renewedElsewhere } = setUp([])
    await vi.advanceTimersByTimeAsync(4 * MINUTE)
    renewedElsewhere()
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(asked).toEqual([])
    alive.stop()
  })

  it('renews at once on a page that opens with an old token or with one from the future', async () => {
    for (const age of [6 * MINUTE, -2 * MINUTE]) {
      const { alive, asked } = setUp([], age)
      await vi.advanceTimersByTimeAsync(0)
      expect(asked).toEqual([0])
      alive.stop()
    }
  })

  it('keeps the session on an error and retries with growing delays', async () => {
    const { alive, asked, seen } = setUp(['ERROR', 'ERROR', 'ERROR', 'ERROR', 'OK'], 6 * MINUTE)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(asked).toEqual([0, 1_000, 3_000, 7_000, 15_000])
    expect(seen).toEqual(['ERROR', 'ERROR', 'ERROR', 'ERROR', 'OK'])
    alive.stop()
  })

  it('reports an expired session', async () => {
    const { alive, seen } = setUp(['EXPIRED'], 6 * MINUTE)
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual(['EXPIRED'])
    alive.stop()
  })

  it('does nothing after it is stopped', async () => {
    const { alive, asked } = setUp(['ERROR'], 6 * MINUTE)
    await vi.advanceTimersByTimeAsync(0)
    alive.stop()
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect(asked).toEqual([0])
  })
})
