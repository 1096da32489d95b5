import { hash, randomBytes } from 'node:crypto'

/** Source of random bytes: the system, or a repeatable one in a simulation. */
export type RandomBytes = (size: number) => Buffer

const POOL_BYTES = 4096
let pool = Buffer.alloc(0)

/** Random bytes of the system, requested from it a page at a time. Every byte is handed out once. */
export const systemRandom: RandomBytes = (size) => {
  if (size > POOL_BYTES / 4) return randomBytes(size)
  if (pool.length < size) pool = randomBytes(POOL_BYTES)
  const bytes = pool.subarray(0, size)
  pool = pool.subarray(size)
  return bytes
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True for a UUID in lower case. */
export const isId = (text: string): boolean => ID.test(text)

/**
 * Returns a UUIDv7 (RFC 9562): time-ordered, so that rows created together are stored together, with 74
 * random bits.
 */
export function newId(nowMs: number, random: RandomBytes = systemRandom): string {
  const bytes = random(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return idOfBytes(bytes)
}

/** Bytes of a UUID. */
export const ID_BYTES = 16

/** Splits packed UUIDs, 16 bytes each. */
export const idsOfBytes = (bytes: Buffer): string[] =>
  Array.from({ length: bytes.length / ID_BYTES }, (_, index) =>
    idOfBytes(bytes.subarray(index * ID_BYTES, (index + 1) * ID_BYTES)),
  )

/** Writes the 16 bytes of a UUID as text. */
function idOfBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The lowest id of this millisecond, for comparisons. */
export const earliestId = (ms: number): string => newId(ms, (size) => Buffer.alloc(size))

/** Returns 256 random bits for links and codes that grant access, URL-safe. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer')

/** Hashes canonical JSON: equal values hash alike in any key order. */
export function hashOf(value: unknown): Buffer {
  return sha256(canonical(value))
}

function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}n"`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(([, v]) => v !== undefined)
    entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
