import { msg } from '../../../../domain/languages/msg.ts'

const OTHER_SOURCE = msg('PayPal couldn’t charge the chosen bank or card. Choose another one at PayPal.')
const ACCOUNT = msg('PayPal can’t use this account for the payment. Log in to PayPal to see why.')

/** Sentences for the payer by the issue that PayPal names. Issues that accuse a payer get the general sentence. */
const TEXTS: Readonly<Record<string, string>> = {
  INSTRUMENT_DECLINED: OTHER_SOURCE,
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: OTHER_SOURCE,
  PAYER_ACTION_REQUIRED: OTHER_SOURCE,
  DECLINED: OTHER_SOURCE,
  FAILED: OTHER_SOURCE,
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: ACCOUNT,
  PAYER_ACCOUNT_RESTRICTED: ACCOUNT,
  PAYER_CANNOT_PAY: ACCOUNT,
  TRANSACTION_LIMIT_EXCEEDED: msg('The amount is above the limit of this PayPal account.'),
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: msg(
    'Too many attempts at PayPal. Please start the payment again.',
  ),
  ORDER_EXPIRED: msg('The approval at PayPal has expired. Please start the payment again.'),
  AGREEMENT_ALREADY_CANCELLED: msg('This PayPal account is no longer saved. Please pay with PayPal again.'),
  TOKEN_ID_NOT_FOUND: msg('This PayPal account is no longer saved. Please pay with PayPal again.'),
}

const GENERAL = msg('PayPal declined the payment.')

/** Returns a sentence that a payer may read. */
export const declineText = (issue: string): string => TEXTS[issue] ?? GENERAL

/** The company can't be paid by PayPal now: the payer can only pay in another way. */
export const PAYEE_TEXT = msg('PayPal can’t take this payment for the company. Please pay in another way.')
