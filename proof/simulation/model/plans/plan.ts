export interface PlannedInstallment {
  readonly due: string
  readonly amount: bigint
}

/** An invoice of a plan: what remained and what it was worth with fees when the plan was proposed. */
export interface PlannedInvoice {
  readonly invoice: string
  readonly remaining: bigint
  readonly total: bigint
}

/** A payment plan. Installments cover its invoices one after the other. */
export interface PaymentPlan {
  readonly key: string
  readonly customer: number
  invoices: readonly PlannedInvoice[]
  installments: readonly PlannedInstallment[]
  /** Charged once the plan is confirmed; zero for none. */
  readonly fee: bigint
  state: 'proposed' | 'confirmed' | 'defaulted' | 'completed' | 'canceled'
  /** Its customer has a link. */
  hasLink: boolean
  /** When it was completed or canceled. */
  endedAt: number | null
}
