import type { PaymentType } from '../../../domain/payments/payment-status.ts'
import type { Capabilities } from '../../gateways/payments/port.ts'

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

/**
 * Returns sentences about what a processor doesn't do, for a company that chooses one or has connected it. Whether it stores methods is
 * known once it is connected.
 */
export function limitsOf(
  { currencies, storedMethods, storesWithoutCharge, webhooks, tellsDisputes }: Capabilities,
  { tellsPayouts, isConnected }: { readonly tellsPayouts: boolean; readonly isConnected: boolean },
): string[] {
  return [
    ...(currencies ? [`Takes payments in ${LIST.format(currencies)} only.`] : []),
    ...(isConnected && !storedMethods
      ? ['Customers can’t store a payment method, so no automatic payments.']
      : storesWithoutCharge.length === 0
        ? ['Customers can store a payment method only while they pay.']
        : []),
    ...(webhooks === 'none' ? ['Reports no changes, so we ask for them. Some show a day later.'] : []),
    ...(tellsDisputes ? [] : ['Reports no disputes to us. Look for them there.']),
    ...(tellsPayouts ? [] : ['Reports no payouts to us. Mark payments as reconciled yourself.']),
  ]
}

const LIST = new Intl.ListFormat('en-US')
