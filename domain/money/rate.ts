import type { DecimalProblem } from './decimal.ts'
import { formatDecimal, parseDecimal, trimDecimal } from './decimal.ts'

/** 100 percent in parts per million. */
export const MAX_RATE_PPM = 1_000_000

export type ParsedRate = { ok: true; ppm: number } | { ok: false; reason: DecimalProblem | 'negative' }

/** Reads a percentage of 0 to 100 with up to 4 decimals as parts per million: '8.875' -> 88750. */
export function parseRate(text: string): ParsedRate {
  const parsed = parseDecimal(text, 4, BigInt(MAX_RATE_PPM))
  if (!parsed.ok) return parsed
  return parsed.value < 0n ? { ok: false, reason: 'negative' } : { ok: true, ppm: Number(parsed.value) }
}

/** Parts per million as the shortest percentage, without the sign: 88750 -> '8.875'. */
export function formatRate(ppm: number): string {
  return trimDecimal(formatDecimal(BigInt(ppm), 4))
}
