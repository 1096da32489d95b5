import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import { lineOf } from '../threads/line.ts'
import { deriveOnThread } from './hashing-threads.ts'

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. Memory in KiB, lengths in bytes. */
export const PASSWORD_COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SALT_LENGTH = 16
const TAG_LENGTH = 32

const RETRY_AFTER_S = 2

/** Runs at most two hashes at once and queues 50 more. Refuses any further one. */
const inTurn = lineOf({
  mostAtOnce: 2,
  mostWaiting: 50,
  refusal: () => new Refusal('too_many_requests', { retryAfterSeconds: RETRY_AFTER_S }),
})

interface StoredHash {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Buffer
  readonly tag: Buffer
}

/** Verifying against the decoy costs as much as against a real hash and never succeeds. */
const DECOY = { salt: randomBytes(SALT_LENGTH), tag: randomBytes(TAG_LENGTH) }

/**
 * Hashes a new password with Argon2id into a PHC string. Takes tens of milliseconds of CPU, so call it
 * outside transactions. With `like`, another PHC string, the hash uses its salt and cost, so that
 * `verifyPassword` can compare with both at once. Throws too_many_requests when too many calls wait already.
 */
export async function hashPassword(password: string, like: string | null = null): Promise<string> {
  const fresh = { ...PASSWORD_COST, salt: randomBytes(SALT_LENGTH), tag: Buffer.alloc(TAG_LENGTH) }
  const by = (like === null ? null : parsePhc(like)) ?? fresh
  const tag = await tagOf(password, by)
  const { memory, passes, parallelism, salt } = by
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/**
 * Verifies a password. Takes as long when there is no hash. `outdated` is true when the hash was made at less
 * than today's cost and should be replaced. `other` is the index in `others` (hashes that share the first
 * one's salt and cost) that the password matches, or -1. Throws too_many_requests like `hashPassword`.
 */
export async function verifyPassword(
  password: string,
  phc: string | null,
  others: readonly string[] = [],
): Promise<{ ok: boolean; outdated: boolean; other: number }> {
  const stored = phc === null ? null : parsePhc(phc)
  const by = stored ?? { ...PASSWORD_COST, ...DECOY }
  const tag = await tagOf(password, by)
  const ok = timingSafeEqual(tag, by.tag) && stored !== null
  const other = others.findIndex((candidate) => stored !== null && isTagOf(candidate, tag, stored))
  return { ok, outdated: ok && isCheaper(stored), other }
}

function isTagOf(phc: string, tag: Buffer, by: StoredHash): boolean {
  const stored = parsePhc(phc)
  if (!stored?.salt.equals(by.salt) || stored.tag.length !== tag.length) return false
  return timingSafeEqual(stored.tag, tag)
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function parsePhc(phc: string): StoredHash | null {
  const match = PHC.exec(phc)
  if (!match) return null
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  return {
    memory,
    passes,
    parallelism,
    salt: Buffer.from(match[4]!, 'base64'),
    tag: Buffer.from(match[5]!, 'base64'),
  }
}

const isCheaper = (stored: StoredHash): boolean =>
  stored.memory < PASSWORD_COST.memory || stored.passes < PASSWORD_COST.passes

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '')

/** Normalizes to NFC, because machines differ in whether they compose accented letters. */
const tagOf = (password: string, by: StoredHash): Promise<Buffer> =>
  inTurn('anybody', () =>
    deriveOnThread({
      algorithm: 'argon2id',
      message: password.normalize('NFC'),
      nonce: by.salt,
      memory: by.memory,
      passes: by.passes,
      parallelism: by.parallelism,
      tagLength: by.tag.length,
    }),
  )
