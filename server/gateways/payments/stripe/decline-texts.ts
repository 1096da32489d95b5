/** Sentences for the payer by Stripe's decline code. Codes that accuse a payer get the general sentence. */
const TEXTS: Readonly<Record<string, string>> = {
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code is not correct.',
  invalid_cvc: 'The security code is not correct.',
  incorrect_number: 'The card number is not correct.',
  invalid_number: 'The card number is not correct.',
  invalid_expiry_month: 'The expiration date is not correct.',
  invalid_expiry_year: 'The expiration date is not correct.',
  incorrect_zip: 'The postal code does not match the card.',
  card_not_supported: 'This card can’t be used for this kind of payment.',
  currency_not_supported: 'This card can’t pay in this currency.',
  card_velocity_exceeded: 'The card is over its limit.',
  withdrawal_count_limit_exceeded: 'The card is over its limit.',
  authentication_required: 'The bank wants its customer to confirm this payment.',
  payment_intent_authentication_failure: 'The payment was not confirmed with the bank.',
  processing_error: 'The card could not be processed. Please try again.',
  try_again_later: 'The bank could not be reached. Please try again.',
  issuer_not_available: 'The bank could not be reached. Please try again.',
}

const GENERAL = 'The card was declined.'

/** Returns a sentence that a payer may read. Fraud and stolen cards are not named to whoever uses the card. */
export const declineText = (code: string): string => TEXTS[code] ?? GENERAL
