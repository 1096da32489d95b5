import type { DecimalProblem } from './decimal.ts'
import { formatDecimal, parseDecimal, trimDecimal } from './decimal.ts'

/** Decimals of a quantity; a quantity is a bigint count of ten-thousandths. */
const QUANTITY_DIGITS = 4

/** One whole unit, in ten-thousandths. */
export const ONE_UNIT = 10_000n

/** Largest quantity either way: 999,999,999.9999. */
export const MAX_QUANTITY = 999_999_999_9999n

export type ParsedQuantity = { ok: true; quantity: bigint } | { ok: false; reason: DecimalProblem }

/** Reads '2', '1.5' or '-0.25' as ten-thousandths. The caller checks the sign. */
export function parseQuantity(text: string): ParsedQuantity {
  const parsed = parseDecimal(text, QUANTITY_DIGITS, MAX_QUANTITY)
  return parsed.ok ? { ok: true, quantity: parsed.value } : parsed
}

/** Ten-thousandths as the shortest decimal text: 15000n -> '1.5', 20000n -> '2'. */
export function formatQuantity(quantity: bigint): string {
  return trimDecimal(formatDecimal(quantity, QUANTITY_DIGITS))
}
