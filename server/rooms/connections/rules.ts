import type { PaymentType } from '../../../domain/payments/payment-status.ts'

/** The processor of new payments of a type, in one currency or in all without a choice of their own. */
export interface ProcessorChoice {
  readonly type: PaymentType
  /** Empty for all. */
  readonly currency: string
  readonly provider: string
}

/** Returns the processor that is chosen for a type and a currency; null where nobody has chosen. */
export function chosenProvider(
  choices: readonly ProcessorChoice[],
  type: PaymentType,
  currency: string,
): string | null {
  const ofType = choices.filter((choice) => choice.type === type)
  const found =
    ofType.find((choice) => choice.currency === currency) ?? ofType.find((choice) => choice.currency === '')
  return found?.provider ?? null
}

/**
 * Keeps one processor's offer of each type: the chosen one, otherwise the first of the list. A chosen processor that
 * can't take the type now leaves it without an offer, because the company decided where its money goes.
 */
export function keepChosen<Offer extends { readonly type: PaymentType }>(
  offers: readonly Offer[],
  providerOf: (offer: Offer) => string,
  choices: readonly ProcessorChoice[],
  currency: string,
): Offer[] {
  return offers.filter((offer) => {
    const chosen = chosenProvider(choices, offer.type, currency)
    const first = offers.find(({ type }) => type === offer.type)!
    return providerOf(offer) === (chosen ?? providerOf(first))
  })
}
