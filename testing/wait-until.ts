import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the condition is true; false when it is not within `withinMs`. */
export async function waitUntil(isTrue: () => unknown, withinMs: number): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(50))
    if (await isTrue()) return true
  return false
}
