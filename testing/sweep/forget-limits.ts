import type { DatabaseInspector } from './database-inspector.ts'

/**
 * Forgets what was counted for rate limits. Leaves out the counters that a request under way has locked, because a request locks
 * several in an order of its own.
 */
export async function forgetLimits(inspector: DatabaseInspector): Promise<void> {
  await inspector.rows(`delete from throttle_counters
    where ctid = any(array(select ctid from throttle_counters for update skip locked))`)
}
