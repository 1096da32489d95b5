import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../context.ts'

const LOOK_AGAIN_MS = 20
const MAX_WAITED_MS = 1000

/**
 * Gives requests precedence over background work: resolves when half of the connections are free, or after a
 * second. Call it outside transactions.
 */
export async function yieldToRequests(app: App): Promise<void> {
  const isBusy = () => {
    const { total, idle, waiting } = app.pool()
    return waiting > 0 || total - idle > app.config.databasePool / 2
  }
  for (let waited = 0; waited < MAX_WAITED_MS && isBusy(); waited += LOOK_AGAIN_MS) await sleep(LOOK_AGAIN_MS)
}
