import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Config } from '../config.ts'
import { sha256 } from '../ids.ts'

const STEP_S = 30

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, thirty seconds. */
const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: STEP_S })

/** 160 random bits in base 32. */
export const newAuthenticatorSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app reads from the QR code: otpauth://totp/…; `issuer` is what one logs in to, as people call it. */
export const authenticatorUri = (secret: string, email: string, issuer: string): string =>
  totpOf(secret, email, issuer).toString()

/** What an authenticator app shows at a moment. */
export const codeAt = (secret: string, nowMs: number): string => totpOf(secret).generate({ timestamp: nowMs })

const bare = (typed: string): string => typed.replace(/\s/g, '')

/** Six digits, whatever spaces stand between them. Nothing else is ever compared with what an app shows. */
export const looksLikeCode = (typed: string): boolean => /^[0-9]{6}$/.test(bare(typed))

/** The time step whose code it is: the present one, or one of its two neighbours. Null for any other code. */
export function stepOfCode(secret: string, typed: string, nowMs: number): number | null {
  // The library compares bytes, and throws where other digits than ASCII's take more of them.
  if (!looksLikeCode(typed)) return null
  const token = bare(typed)
  const delta = totpOf(secret).validate({ token, timestamp: nowMs, window: 1 })
  return delta === null ? null : Math.floor(nowMs / 1000 / STEP_S) + delta
}

const CODES = 10
const GROUPS = 3

const fiveDigits = () => String(randomInt(100_000)).padStart(5, '0')

/** Ten codes of 49 random bits, in digits, which every phone's code keyboard has: '31415-92653-58979'. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, fiveDigits).join('-'))

/**
 * As a code may be kept: under the present secret first, which is how it is kept from now on, then under the one before
 * it, and as codes were kept without any. 49 bits are soon tried out; only the secret tells which are right. Spaces and
 * dashes make no difference.
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
