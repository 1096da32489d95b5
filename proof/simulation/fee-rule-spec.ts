/** A rule for late fees. Rates and shares in parts per million, amounts in minor units of the account's currency. */
export interface FeeRuleSpec {
  readonly kind: 'flat' | 'percent' | 'both' | 'higher'
  readonly flat: number
  readonly rate: number
  readonly compounds: boolean
  readonly graceDays: number
  readonly repeat: 'once' | 'days' | 'monthly'
  readonly everyDays: number
  readonly dayOfMonth: number | null
  readonly cap: number | null
  readonly capShare: number | null
  readonly yearlyShare: number | null
  readonly minRemaining: number
  /** Invoices that were late before the rule was switched on are charged too. */
  readonly includesLate: boolean
}
