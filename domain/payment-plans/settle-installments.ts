import type { CalendarDate } from '../dates/calendar.ts'
import { smallerMinor, sumMinor } from '../money/money.ts'

/** An installment as agreed. */
export interface AgreedInstallment {
  readonly id: string
  readonly number: number
  readonly dueOn: CalendarDate
  readonly amountMinor: bigint
  readonly isDownPayment: boolean
  /** The part of the amount that is the plan's fee. */
  readonly feeMinor?: bigint
}

/** An invoice of a plan: what it owed when the plan was made, and what the ledger says now. Minor units. */
export interface PlanInvoice {
  readonly invoiceId: string
  /** Remaining when the plan was made. */
  readonly plannedMinor: bigint
  /** Charged when the plan was made: total with late fees. */
  readonly chargedThenMinor: bigint
  readonly chargedMinor: bigint
  readonly remainingMinor: bigint
  /** Reserved by payments under way. */
  readonly reservedMinor: bigint
}

/** The share of an invoice in an installment. */
export interface InstallmentPart {
  readonly invoiceId: string
  readonly amountMinor: bigint
  readonly openMinor: bigint
}

export interface SettledInstallment extends AgreedInstallment {
  readonly openMinor: bigint
  readonly parts: readonly InstallmentPart[]
}

/**
 * Derives from the ledger what is open of each installment. Installments cover the invoices one after the other, in the given
 * order. Money, credits and write-offs settle an invoice's earliest share first, and their reversal opens the latest of these
 * again. What was charged or waived since the plan was made changes the last share. So the open shares always add up to what
 * remains.
 */
export function settleInstallments(
  installments: readonly AgreedInstallment[],
  invoices: readonly PlanInvoice[],
): SettledInstallment[] {
  const shares = divide(installments, invoices)
  const parts = new Map<number, InstallmentPart[]>(installments.map(({ number }) => [number, []]))
  for (const invoice of invoices) {
    const adjusted = adjustEnd(shares.get(invoice.invoiceId)!, invoice)
    let settled = sumMinor(adjusted.map(({ amountMinor }) => amountMinor)) - invoice.remainingMinor
    for (const { number, amountMinor } of adjusted) {
      const paid = smallerMinor(settled, amountMinor)
      settled -= paid
      if (amountMinor > 0n)
        parts.get(number)!.push({ invoiceId: invoice.invoiceId, amountMinor, openMinor: amountMinor - paid })
    }
  }
  return installments.map((installment) => {
    const own = parts.get(installment.number)!
    return {
      ...installment,
      amountMinor: sumMinor(own.map(({ amountMinor }) => amountMinor)),
      openMinor: sumMinor(own.map(({ openMinor }) => openMinor)),
      parts: own,
    }
  })
}

interface Share {
  readonly number: number
  readonly amountMinor: bigint
}

/** Divides the agreed installments over the invoices as they were then. */
function divide(
  installments: readonly AgreedInstallment[],
  invoices: readonly PlanInvoice[],
): ReadonlyMap<string, Share[]> {
  const left = installments.map(({ number, amountMinor }) => ({ number, amountMinor }))
  return new Map(
    invoices.map(({ invoiceId, plannedMinor }) => {
      const shares: Share[] = []
      let owed = plannedMinor
      for (const item of left) {
        const amountMinor = smallerMinor(item.amountMinor, owed)
        if (amountMinor === 0n) continue
        shares.push({ number: item.number, amountMinor })
        item.amountMinor -= amountMinor
        owed -= amountMinor
      }
      return [invoiceId, shares] as const
    }),
  )
}

/** Fits the last shares of an invoice to what it is charged now, and to what remains where that is more. */
function adjustEnd(shares: readonly Share[], invoice: PlanInvoice): Share[] {
  const { plannedMinor, chargedThenMinor, chargedMinor, remainingMinor } = invoice
  const charged = plannedMinor + chargedMinor - chargedThenMinor
  const settled = charged - smallerMinor(charged, remainingMinor)
  let change = settled + remainingMinor - plannedMinor
  const adjusted: Share[] = []
  for (const { number, amountMinor } of [...shares].reverse()) {
    const changed = amountMinor + change
    const fitted = changed < 0n ? 0n : changed
    change = changed < 0n ? changed : 0n
    adjusted.unshift({ number, amountMinor: fitted })
  }
  return adjusted
}

/** Status of an installment as payers see it. */
export type InstallmentStatus = 'Open' | 'Paid' | 'Overdue'

export function installmentStatus(
  { openMinor, dueOn }: Pick<SettledInstallment, 'openMinor' | 'dueOn'>,
  today: CalendarDate,
): InstallmentStatus {
  if (openMinor === 0n) return 'Paid'
  return dueOn < today ? 'Overdue' : 'Open'
}
