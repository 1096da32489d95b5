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
  const credit = over > 0n ? `, and ${text(over)} stays as their credit` : ''
  if (underWayMinor === 0n)
    return over < 0n ? `${payer} will owe ${text(-over)}.` : `${payer} will owe nothing more${credit}.`
  return over < 0n
    ? `${payer} will owe ${text(owedMinor - minor)}, of which ${text(underWayMinor)} is being paid already.`
    : `${payer} will owe ${text(underWayMinor)}, which is being paid already${credit}.`
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
  const besides =
    underWayMinor === 0n ? '' : `, besides the ${text(underWayMinor)} that is being paid already`
  if (over < 0n) return `${text(-over)} of ${number} remains to be paid${besides}.`
  const paid =
    underWayMinor === 0n
      ? `${number} is then paid in full`
      : `${number} is paid once the ${text(underWayMinor)} under way has arrived`
  return over === 0n ? `${paid}.` : `${paid}, and ${text(over)} stays as credit of ${payer}.`
}
