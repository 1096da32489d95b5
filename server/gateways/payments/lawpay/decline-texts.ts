/** Sentences for the payer by LawPay's code. */
const TEXTS: Readonly<Record<string, string>> = {
  card_declined_insufficient_funds: 'The card has insufficient funds.',
  card_expired: 'The card has expired.',
  card_cvv_incorrect: 'The security code is not correct.',
  card_number_incorrect: 'The card number is not correct.',
  card_number_invalid: 'The card number is not correct.',
  card_avs_rejected: 'The postal code does not match the card.',
  card_type_not_accepted: 'This card can’t be used for this kind of payment.',
  ach_insufficient_funds: 'The bank account has insufficient funds.',
  ach_account_closed: 'The bank account is closed.',
  ach_account_not_found: 'The bank does not know this account.',
}

export const isDecline = (code: string): boolean => /^(card|ach)_/.test(code)

export const declineText = (code: string): string =>
  TEXTS[code] ?? (code.startsWith('ach_') ? 'The bank account was declined.' : 'The card was declined.')
