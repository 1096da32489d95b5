import {
  type AgreedInstallment,
  type PlanInvoice,
  type SettledInstallment,
  settleInstallments,
} from './settle-installments.ts'

/** The installment and the invoice that a plan's fee is added to. */
export interface FeePlace {
  readonly installmentId: string
  readonly invoiceId: string
}

/** Returns the first installment that is open, with the invoice that it covers first. Null when nothing is owed. */
function placeFee(settled: readonly SettledInstallment[]): FeePlace | null {
  const first = settled.find(({ openMinor }) => openMinor > 0n)
  const part = first?.parts.find(({ openMinor }) => openMinor > 0n)
  return first && part ? { installmentId: first.id, invoiceId: part.invoiceId } : null
}

/**
 * Adds the fee of a proposal to its schedule, as its confirmation will: one installment and one invoice grow by it, at a point
 * that both cover. So every other share stays as it is, and open installments add up to what remains with the fee.
 */
export function addFee<I extends AgreedInstallment, V extends PlanInvoice>(
  plan: { readonly installments: readonly I[]; readonly invoices: readonly V[] },
  feeMinor: bigint,
): { readonly installments: readonly I[]; readonly invoices: readonly V[]; readonly place: FeePlace | null } {
  const place = feeMinor === 0n ? null : placeFee(settleInstallments(plan.installments, plan.invoices))
  if (place === null) return { ...plan, place }
  return {
    place,
    installments: plan.installments.map((one) =>
      one.id === place.installmentId ? { ...one, amountMinor: one.amountMinor + feeMinor, feeMinor } : one,
    ),
    invoices: plan.invoices.map((one) =>
      one.invoiceId === place.invoiceId
        ? {
            ...one,
            plannedMinor: one.plannedMinor + feeMinor,
            chargedThenMinor: one.chargedThenMinor + feeMinor,
            chargedMinor: one.chargedMinor + feeMinor,
            remainingMinor: one.remainingMinor + feeMinor,
          }
        : one,
    ),
  }
}
