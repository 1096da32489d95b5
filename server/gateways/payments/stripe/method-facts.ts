import type Stripe from 'stripe'
import type { MethodFacts } from '../port.ts'

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

interface Card {
  readonly brand: string | null
  readonly last4: string | null
  readonly exp_year: number
  readonly exp_month: number
}

const ofCard = ({ brand, last4, exp_year, exp_month }: Card): MethodFacts => ({
  type: 'credit_card',
  brand: BRANDS[brand ?? ''] ?? 'Card',
  last4: last4 ?? '',
  expirationYear: exp_year,
  expirationMonth: exp_month,
})

const ofBank = ({ last4 }: { readonly last4: string | null }): MethodFacts => ({
  type: 'e_check',
  brand: '',
  last4: last4 ?? '',
  expirationYear: null,
  expirationMonth: null,
})

export const isBankCharge = ({ payment_method_details: details }: Stripe.Charge): boolean =>
  details?.us_bank_account !== undefined

/** Returns the facts of the card or bank account that a charge names; null for another kind. */
export function factsOfCharge({ payment_method_details: details }: Stripe.Charge): MethodFacts | null {
  if (details?.card) return ofCard(details.card)
  return details?.us_bank_account ? ofBank(details.us_bank_account) : null
}

/** Returns the facts of a payment method; null for a kind that is not offered. */
export function factsOfMethod({ card, us_bank_account: bank }: Stripe.PaymentMethod): MethodFacts | null {
  if (card) return ofCard(card)
  return bank ? ofBank(bank) : null
}
