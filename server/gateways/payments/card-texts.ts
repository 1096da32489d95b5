import { msg } from '../../../domain/languages/msg.ts'

/** Sentences for the payer that every processor's refusals share. The page adds how to pay instead. */
export const CODE_TEXT = msg('The security code is not correct. Check it and try again.')
export const NUMBER_TEXT = msg('The card number is not correct. Check it and try again.')
export const EXPIRY_TEXT = msg('The expiration date is not correct. Check it and try again.')
export const POSTAL_CODE_TEXT = msg('The postal code does not match the card. Check it and try again.')
export const FUNDS_TEXT = msg('The card has insufficient funds.')
export const EXPIRED_TEXT = msg('The card has expired.')
export const LIMIT_TEXT = msg('The card is over its limit.')
export const KIND_TEXT = msg('This card can’t be used for this kind of payment.')
export const AGAIN_TEXT = msg('The card could not be processed. Please try again.')
export const BANK_AWAY_TEXT = msg('The bank could not be reached. Please try again.')
/** Never says fraud or a stolen card, since the reader may be the thief. */
export const DECLINED_TEXT = msg('The card was declined.')
