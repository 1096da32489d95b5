import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'

/** The header by which the doctor asks `/ready/` what reached it. */
export const PROBE_HEADER = 'x-quittance-doctor'

const tokenOf = (secret: string, minute: number): string =>
  createHmac('sha256', secret).update(`doctor ${minute}`).digest('hex')

/** A token that the server accepts for a minute or two. Only who knows SECRET can make one. */
export const probeToken = (secret: string, nowMs: number): string =>
  tokenOf(secret, Math.floor(nowMs / MINUTE_MS))

export function isProbeToken(token: string, secret: string, nowMs: number): boolean {
  const minute = Math.floor(nowMs / MINUTE_MS)
  return [minute - 1, minute, minute + 1].some((one) => {
    const right = Buffer.from(tokenOf(secret, one))
    const given = Buffer.from(token)
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
