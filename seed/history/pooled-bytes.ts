import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 65_536
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/** Returns random bytes for immediate use. The same memory is refilled later. */
export function pooledBytes(size: number): Buffer {
  if (used + size > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += size
  return pool.subarray(used - size, used)
}
