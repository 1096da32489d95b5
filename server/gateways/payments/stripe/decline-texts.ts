import { msg } from '../../../../domain/languages/msg.ts'
import {
  AGAIN_TEXT,
  BANK_AWAY_TEXT,
  CODE_TEXT,
  DECLINED_TEXT,
  EXPIRED_TEXT,
  EXPIRY_TEXT,
  FUNDS_TEXT,
  KIND_TEXT,
  LIMIT_TEXT,
  NUMBER_TEXT,
  POSTAL_CODE_TEXT,
} from '../card-texts.ts'

const ASK_BANK = msg('The bank declined the card. Call the number on the card to learn why.')

/** Sentences for the payer by Stripe's decline code. Codes that accuse a payer get the general sentence. */
const TEXTS: Readonly<Record<string, string>> = {
  insufficient_funds: FUNDS_TEXT,
  expired_card: EXPIRED_TEXT,
  incorrect_cvc: CODE_TEXT,
  invalid_cvc: CODE_TEXT,
  incorrect_number: NUMBER_TEXT,
  invalid_number: NUMBER_TEXT,
  invalid_expiry_month: EXPIRY_TEXT,
  invalid_expiry_year: EXPIRY_TEXT,
  incorrect_zip: POSTAL_CODE_TEXT,
  card_not_supported: KIND_TEXT,
  not_permitted: KIND_TEXT,
  service_not_allowed: KIND_TEXT,
  transaction_not_allowed: KIND_TEXT,
  currency_not_supported: msg('This card can’t pay in this currency.'),
  card_velocity_exceeded: LIMIT_TEXT,
  invalid_amount: LIMIT_TEXT,
  withdrawal_count_limit_exceeded: LIMIT_TEXT,
  call_issuer: ASK_BANK,
  do_not_honor: ASK_BANK,
  duplicate_transaction: msg('The same payment was made a moment ago. Check whether it is paid already.'),
  authentication_required: msg('The bank wants its customer to confirm this payment.'),
  payment_intent_authentication_failure: msg('The payment was not confirmed with the bank.'),
  setup_intent_authentication_failure: msg('The card was not confirmed with the bank.'),
  processing_error: AGAIN_TEXT,
  approve_with_id: AGAIN_TEXT,
  reenter_transaction: AGAIN_TEXT,
  try_again_later: BANK_AWAY_TEXT,
  issuer_not_available: BANK_AWAY_TEXT,
  test_mode_live_card: msg('No money moves on this page. Use a test card.'),
  testmode_decline: msg('No money moves on this page. Use a test card.'),
  live_mode_test_card: msg('This is a test card. Use a real one.'),
}

/** Returns a sentence that a payer may read. */
export const declineText = (code: string): string => TEXTS[code] ?? DECLINED_TEXT

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
