import { msg } from '../../../../domain/languages/msg.ts'

/** Sentences for the payer by Stripe's decline code. Codes that accuse a payer get the general sentence. */
const TEXTS: Readonly<Record<string, string>> = {
  insufficient_funds: msg('The card has insufficient funds.'),
  expired_card: msg('The card has expired.'),
  incorrect_cvc: msg('The security code is not correct.'),
  invalid_cvc: msg('The security code is not correct.'),
  incorrect_number: msg('The card number is not correct.'),
  invalid_number: msg('The card number is not correct.'),
  invalid_expiry_month: msg('The expiration date is not correct.'),
  invalid_expiry_year: msg('The expiration date is not correct.'),
  incorrect_zip: msg('The postal code does not match the card.'),
  card_not_supported: msg('This card can’t be used for this kind of payment.'),
  currency_not_supported: msg('This card can’t pay in this currency.'),
  card_velocity_exceeded: msg('The card is over its limit.'),
  withdrawal_count_limit_exceeded: msg('The card is over its limit.'),
  authentication_required: msg('The bank wants its customer to confirm this payment.'),
  payment_intent_authentication_failure: msg('The payment was not confirmed with the bank.'),
  setup_intent_authentication_failure: msg('The card was not confirmed with the bank.'),
  processing_error: msg('The card could not be processed. Please try again.'),
  try_again_later: msg('The bank could not be reached. Please try again.'),
  issuer_not_available: msg('The bank could not be reached. Please try again.'),
}

const GENERAL = msg('The card was declined.')

/** Returns a sentence that a payer may read. It never mentions fraud or a stolen card, since the reader may be the thief. */
export const declineText = (code: string): string => TEXTS[code] ?? GENERAL

const BANK_TEXTS: Readonly<Record<string, string>> = {
  account_closed: msg('The bank account is closed.'),
  no_account: msg('The bank does not know this account.'),
  insufficient_funds: msg('The bank account has insufficient funds.'),
  debit_not_authorized: msg('The owner of the bank account did not authorize the debit.'),
  bank_account_restricted: msg('The bank account can’t be debited.'),
  bank_ownership_changed: msg('The bank account has another owner now.'),
}

/** Returns a sentence for the payer about a debit that the bank returned. */
export const bankFailureText = (code: string): string =>
  BANK_TEXTS[code] ?? msg('The bank returned the debit.')
