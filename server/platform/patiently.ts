import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './db/away.ts'

const PAUSES_MS = [500, 2_000, 5_000, 10_000]

/**
 * Does again what failed because the database is away for a moment, for some 20 s. For work that takes minutes and would
 * have to begin anew; whoever waits for an answer is told at once instead.
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      await sleep(pauseMs)
    }
  }
  return work()
}
