import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Delays the outcome of `work` to at least `ms`, so that the response time does not reveal whether an
 * address is known. Holds no transaction while it waits.
 */
export async function equalizeTiming<T>(ms: number, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, sleep(ms)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
