import { randomFillSync } from 'node:crypto'

const POOL_BYTES = 65_536
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/** Random bytes for an id that is made at once: the same memory is filled anew later. */
export function pooledBytes(size: number): Buffer {
  if (used + size > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += size
  return pool.subarray(used - size, used)
}
