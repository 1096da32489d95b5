import { msg } from '../../../../domain/languages/msg.ts'

/** Sentences for the payer by LawPay's code. */
const TEXTS: Readonly<Record<string, string>> = {
  card_declined_insufficient_funds: msg('The card has insufficient funds.'),
  card_expired: msg('The card has expired.'),
  card_cvv_incorrect: msg('The security code is not correct.'),
  card_number_incorrect: msg('The card number is not correct.'),
  card_number_invalid: msg('The card number is not correct.'),
  card_avs_rejected: msg('The postal code does not match the card.'),
  card_type_not_accepted: msg('This card can’t be used for this kind of payment.'),
  ach_insufficient_funds: msg('The bank account has insufficient funds.'),
  ach_account_closed: msg('The bank account is closed.'),
  ach_account_not_found: msg('The bank does not know this account.'),
}

export const isDecline = (code: string): boolean => /^(card|ach)_/.test(code)

export const declineText = (code: string): string =>
  TEXTS[code] ??
  (code.startsWith('ach_') ? msg('The bank account was declined.') : msg('The card was declined.'))
