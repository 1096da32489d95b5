import { displayAmount } from '../../../domain/money/money.ts'

/**
 * Receivables before a payment is recorded, in minor units. Amounts of payments under way are reserved and
 * can't be settled otherwise.
 */
interface Owed {
  readonly currency: string
  readonly owedMinor: bigint
  readonly underWayMinor: bigint
}

/** Describes in one sentence the effect of recording a customer's payment. */
export function customerOutcome(payer: string, owed: Owed, minor: bigint): string {
  const { currency, owedMinor, underWayMinor } = owed
  const text = (amount: bigint): string => displayAmount(amount, currency)
  const over = minor - (owedMinor - underWayMinor)
  const credit = over > 0n ? `, and ${text(over)} becomes credit` : ''
  if (underWayMinor === 0n)
    return over < 0n ? `${payer} will owe ${text(-over)}.` : `${payer} will owe nothing${credit}.`
  return over < 0n
    ? `${payer} will owe ${text(owedMinor - minor)}, including ${text(underWayMinor)} pending.`
    : `${payer} will owe ${text(underWayMinor)}, already pending${credit}.`
}

/** Describes in one sentence the effect of recording a payment for one invoice. */
export function invoiceOutcome(
  invoice: { number: string; payer: string },
  owed: Owed,
  minor: bigint,
): string {
  const { currency, owedMinor, underWayMinor } = owed
  const { number, payer } = invoice
  const text = (amount: bigint): string => displayAmount(amount, currency)
  const over = minor - (owedMinor - underWayMinor)
  const besides = underWayMinor === 0n ? '' : `, plus ${text(underWayMinor)} pending`
  if (over < 0n) return `${text(-over)} will remain due on ${number}${besides}.`
  const paid =
    underWayMinor === 0n
      ? `This pays ${number} in full`
      : `This pays ${number} once the ${text(underWayMinor)} pending clears`
  return over === 0n ? `${paid}.` : `${paid}, and ${text(over)} becomes credit for ${payer}.`
}
