import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Config } from '../config.ts'
import { sha256 } from '../ids.ts'

const STEP_S = 30

/** TOTP of RFC 6238 as authenticator apps support it: SHA-1, six digits, a step of 30 seconds. */
const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: STEP_S })

/** 160 random bits in base 32. */
export const newAuthenticatorSecret = (): string => new Secret({ size: 20 }).base32

/**
 * Returns the otpauth://totp/… address of the QR code. `issuer` is the name that the app shows beside the
 * login.
 */
export const authenticatorUri = (secret: string, email: string, issuer: string): string =>
  totpOf(secret, email, issuer).toString()

/** Returns the six digits that an authenticator app shows at `nowMs`. */
export const codeAt = (secret: string, nowMs: number): string => totpOf(secret).generate({ timestamp: nowMs })

const bare = (typed: string): string => typed.replace(/\s/g, '')

/** Accepts six digits with any spaces between them. No other input is compared with a code. */
export const looksLikeCode = (typed: string): boolean => /^[0-9]{6}$/.test(bare(typed))

/** Returns the time step of a code, the current one or a neighbor. Returns null for any other code. */
export function stepOfCode(secret: string, typed: string, nowMs: number): number | null {
  // The library compares bytes and throws for digits outside ASCII.
  if (!looksLikeCode(typed)) return null
  const token = bare(typed)
  const delta = totpOf(secret).validate({ token, timestamp: nowMs, window: 1 })
  return delta === null ? null : Math.floor(nowMs / 1000 / STEP_S) + delta
}

const CODES = 10
const GROUPS = 3

const fiveDigits = () => String(randomInt(100_000)).padStart(5, '0')

/**
 * Returns ten codes of 49 random bits, in digits so that a phone's numeric keyboard can type them:
 * '31415-92653-58979'.
 */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, fiveDigits).join('-'))

/**
 * Returns the hashes under which a code may be stored: first under the current secret, which new codes use,
 * then under the previous secret, then the unkeyed hash of old codes. 49 bits can be brute-forced, so a keyed
 * hash protects them. Spaces and dashes in `code` are ignored.
 */
export function recoveryCodeHashes(
  { secret, previousSecret }: Pick<Config, 'secret' | 'previousSecret'>,
  userId: string,
  code: string,
): readonly [Buffer, ...Buffer[]] {
  const typed = code.replace(/[\s-]/g, '')
  const under = (key: string): Buffer =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', key, userId, 'quittance/recovery-codes', 32)))
      .update(typed)
      .digest()
  const former = previousSecret === undefined ? [] : [under(previousSecret)]
  return [under(secret), ...former, sha256(`${userId} ${typed}`)]
}
