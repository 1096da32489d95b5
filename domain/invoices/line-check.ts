import type { Text } from '../languages/msg.ts'
import { decimalsText } from '../money/amount-check.ts'
import type { DecimalProblem } from '../money/decimal.ts'
import { type CurrencyCode, parseAmount } from '../money/money.ts'
import { parseQuantity } from '../money/quantity.ts'
import { parseRate } from '../money/rate.ts'
import { NUMBER_TEXT } from '../parsing/form-fields.ts'

/** The parsed value, or a sentence that describes the mistake. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly text: Text }

const QUANTITY_TEXTS: Readonly<Record<DecimalProblem, string>> = {
  not_a_number: NUMBER_TEXT,
  too_precise: 'Enter a quantity with at most 4 decimals.',
  too_large: 'This quantity is too large.',
}

/**
 * Reads the quantity of an invoice's line as ten-thousandths: a number of at most 4 decimals, more than 0.
 */
export function checkQuantity(text: string): Checked<bigint> {
  const read = parseQuantity(text.trim())
  if (!read.ok) return { ok: false, text: QUANTITY_TEXTS[read.reason] }
  return read.quantity > 0n
    ? { ok: true, value: read.quantity }
    : { ok: false, text: 'Enter a quantity greater than 0.' }
}

/** Reads the price of one unit in minor units; a negative price reduces the total. */
export function checkUnitPrice(text: string, currency: CurrencyCode): Checked<bigint> {
  const read = parseAmount(text.trim(), currency)
  if (read.ok) return { ok: true, value: read.minor }
  if (read.reason === 'too_precise') return { ok: false, text: decimalsText(currency) }
  return { ok: false, text: read.reason === 'too_large' ? 'This amount is too large.' : NUMBER_TEXT }
}

/**
 * Reads a discount or a tax rate as parts per million: a percentage from 0 to 100 of at most 4 decimals;
 * empty is 0.
 */
export function checkPercent(text: string): Checked<number> {
  const read = parseRate(text.trim() || '0')
  if (read.ok) return { ok: true, value: read.ppm }
  if (read.reason === 'too_precise') return { ok: false, text: 'Enter a percentage with at most 4 decimals.' }
  return {
    ok: false,
    text: read.reason === 'not_a_number' ? NUMBER_TEXT : 'Enter a percentage from 0 to 100.',
  }
}
