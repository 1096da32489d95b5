import { isDatabaseAway } from '../db/away.ts'

const LONGEST_MS = 20_000
const FIRST_PAUSE_MS = 500

// The global timer, which tests can advance.
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Retries work that failed because the database is unavailable, for at most 20 seconds. For work that takes
 * minutes and would have to start over; requests fail at once instead.
 */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() - began + pauseMs > LONGEST_MS) throw error
    }
    await sleep(pauseMs)
  }
}
