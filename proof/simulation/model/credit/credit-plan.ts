/** Credit that is used before a charge, or instead of one. */
export interface CreditFirst {
  /** By request id, which is the payment's key unless nothing is charged. */
  readonly plans: Map<string, CreditPlan>
  /** Fingerprints of the requests that charged nothing. */
  readonly requests: Map<string, string>
  /** Plans that are carried out in this step. The product's ids order the credit, so that it is used once they are known. */
  pending: string[]
}

export interface CreditPlan {
  readonly request: string
  readonly customer: number
  /** In the order of settlement. `used` is null until the credit was used. */
  readonly shares: { readonly invoice: string; readonly planned: bigint; used: bigint | null }[]
}
