/** Behavior of a test card or test bank account. */
export interface Instrument {
  readonly kind: 'card' | 'bank'
  /** The card is refused at every charge. */
  readonly decline?: Decline | undefined
  /** The card can be stored although it is refused. */
  readonly canAttach?: boolean
  /** `always`: each payment needs 3-D Secure. `unlessSetUp`: only until the card is stored for later payments. */
  readonly challenge?: 'always' | 'unlessSetUp' | undefined
  /** A dispute follows the charge. */
  readonly disputed?: boolean
  /** `pending` refunds succeed later, `failing` ones fail later. */
  readonly refunds?: 'pending' | 'failing'
  /** The bank returns the debit with this code. */
  readonly bankFailure?: { readonly code: string; readonly message: string } | undefined
  /** The debit stays in process for ever. */
  readonly staysProcessing?: boolean
  /** Was stored with consent for payments without the customer. */
  setUp: boolean
  /** Was charged without a customer, so it can't be used again. */
  used: boolean
  /** The bank account belongs to the payer: by its bank's login or by micro-deposits. */
  verified: boolean
  /** Consent to debit the bank account; null before it was given. */
  mandate: string | null
}

export interface Decline {
  readonly code: string
  readonly decline_code: string
  readonly message: string
}

const declined = (
  declineCode: string,
  code = 'card_declined',
  message = 'Your card was declined.',
): Decline => ({
  code,
  decline_code: declineCode,
  message,
})

type CardBehavior = Omit<Instrument, 'kind' | 'setUp' | 'used' | 'verified' | 'mandate'>

const EXPIRED = declined('expired_card', 'expired_card', 'Your card has expired.')
const WRONG_CVC = declined('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect.")

/** Cards with a behavior of their own; every other number of correct form succeeds. */
const CARDS: Readonly<Record<string, CardBehavior>> = {
  '4000000000000002': { decline: declined('generic_decline') },
  '4000000000009995': {
    decline: declined('insufficient_funds', 'card_declined', 'Your card has insufficient funds.'),
  },
  '4000000000009987': { decline: declined('lost_card') },
  '4000000000009979': { decline: declined('stolen_card') },
  '4000000000000069': { decline: EXPIRED },
  '4000000000000127': { decline: WRONG_CVC },
  '4000000000000119': {
    decline: declined(
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  '4000000000000341': { decline: declined('generic_decline'), canAttach: true },
  '4000002760003184': { challenge: 'always' },
  '4000000000003220': { challenge: 'always' },
  '4000002500003155': { challenge: 'unlessSetUp' },
  '4000008260003178': {
    challenge: 'always',
    decline: declined('insufficient_funds', 'card_declined', 'Your card has insufficient funds.'),
    canAttach: true,
  },
  '4000000000000259': { disputed: true },
  '4000000000007726': { refunds: 'pending' },
  '4000000000005126': { refunds: 'failing' },
}

/** Payment methods that the API accepts in test mode instead of a number. */
export const TEST_PAYMENT_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_createDispute: '4000000000000259',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_usBankAccount_success: '000123456789',
  pm_usBankAccount_accountClosed: '000111111113',
  pm_usBankAccount_noAccount: '000111111116',
  pm_usBankAccount_insufficientFunds: '000222222227',
  pm_usBankAccount_debitNotAuthorized: '000333333335',
  pm_usBankAccount_dispute: '000555555559',
  pm_usBankAccount_processing: '000000000009',
}

type BankBehavior = Pick<Instrument, 'bankFailure' | 'disputed' | 'staysProcessing'>

const BANK_ACCOUNTS: Readonly<Record<string, BankBehavior>> = {
  '000111111113': {
    bankFailure: { code: 'account_closed', message: "The customer's bank account has been closed." },
  },
  '000111111116': {
    bankFailure: { code: 'no_account', message: 'The bank account could not be located.' },
  },
  '000222222227': {
    bankFailure: {
      code: 'insufficient_funds',
      message: "The customer's account has insufficient funds to cover this payment.",
    },
  },
  '000333333335': {
    bankFailure: {
      code: 'debit_not_authorized',
      message: 'The customer has notified their bank that this payment was unauthorized.',
    },
  },
  '000555555559': { disputed: true },
  '000000000009': { staysProcessing: true },
}

export const cardInstrument = (number: string): Instrument => ({
  kind: 'card',
  ...CARDS[number],
  setUp: false,
  used: false,
  verified: true,
  mandate: null,
})

export const bankInstrument = (accountNumber: string): Instrument => ({
  kind: 'bank',
  ...BANK_ACCOUNTS[accountNumber],
  setUp: false,
  used: false,
  verified: false,
  mandate: null,
})

/** Returns the brand by the number's first digits. */
export function brandOf(number: string): 'visa' | 'mastercard' | 'amex' | 'discover' {
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^6/.test(number)) return 'discover'
  return 'visa'
}

/** Checks the digit at the number's end (ISO/IEC 7812). */
export function hasValidCheckDigit(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
