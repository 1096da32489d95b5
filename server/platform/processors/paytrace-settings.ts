import { z } from 'zod'
import { safeAddress } from '../safe-address.ts'

/** How this installation reaches PayTrace. */
export interface PayTraceSettings {
  /** https://api.paytrace.com, or https://api.sandbox.paytrace.com to try it; a simulator's address on loopback in tests. */
  readonly apiUrl: string
  /** Hash of RSA-OAEP with which browsers encrypt a card. */
  readonly oaepHash: OaepHash
}

const OAEP_HASHES = ['SHA-1', 'SHA-256'] as const
export type OaepHash = (typeof OAEP_HASHES)[number]

/** Address at which money moves. */
export const PAYTRACE_LIVE_HOST = 'api.paytrace.com'

export const payTraceSettings = {
  PAYTRACE_API_URL: safeAddress,
  PAYTRACE_OAEP_HASH: z.enum(OAEP_HASHES).optional(),
}

type Values = {
  readonly PAYTRACE_API_URL?: string | undefined
  readonly PAYTRACE_OAEP_HASH?: OaepHash | undefined
}

/** Returns null where PayTrace is not offered. */
export function readPayTrace({ PAYTRACE_API_URL: address, PAYTRACE_OAEP_HASH: hash }: Values): {
  payTrace: PayTraceSettings | null
} {
  if (address === undefined && hash !== undefined)
    throw new Error('PAYTRACE_OAEP_HASH has a meaning only together with PAYTRACE_API_URL.')
  if (address === undefined) return { payTrace: null }
  return { payTrace: { apiUrl: address.replace(/\/$/, ''), oaepHash: hash ?? 'SHA-1' } }
}
