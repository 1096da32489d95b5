/**
 * The account of a law firm that takes a payment: `operating` for earned fees and expenses, `trust` for money that the firm holds for
 * its client. The two are never mixed.
 */
export const DEPOSITS = ['operating', 'trust'] as const
export type DepositTo = (typeof DEPOSITS)[number]

export const depositText = (to: DepositTo): string =>
  to === 'trust' ? 'Trust account: retainer or advance deposit' : 'Operating account: fees and expenses'
