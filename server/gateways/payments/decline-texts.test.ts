import { describe, expect, it } from 'vitest'
import { declineText as ofLawPay } from './lawpay/decline-texts.ts'
import { declineText as ofPayPal } from './paypal/decline-texts.ts'
import { declineText as ofPayTrace } from './paytrace/decline-texts.ts'
import { declineText as ofQuickBooks } from './quickbooks-payments/decline-texts.ts'
import { declineText as ofStripe } from './stripe/decline-texts.ts'

const DECLINED = 'The card was declined.'

/** Codes that https://docs.stripe.com/declines/codes lists for payments without a terminal, by what the payer can do. */
const STRIPE = {
  'check the value': [
    'incorrect_cvc',
    'invalid_cvc',
    'incorrect_number',
    'invalid_number',
    'invalid_expiry_month',
    'invalid_expiry_year',
    'incorrect_zip',
  ],
  'try again': [
    'approve_with_id',
    'issuer_not_available',
    'processing_error',
    'reenter_transaction',
    'try_again_later',
  ],
  'ask the bank': ['call_issuer', 'do_not_honor'],
  'pay with another card': [
    'card_not_supported',
    'card_velocity_exceeded',
    'currency_not_supported',
    'expired_card',
    'insufficient_funds',
    'invalid_amount',
    'not_permitted',
    'service_not_allowed',
    'transaction_not_allowed',
    'withdrawal_count_limit_exceeded',
  ],
  'learn nothing': [
    'fraudulent',
    'generic_decline',
    'lost_card',
    'merchant_blacklist',
    'no_action_taken',
    'pickup_card',
    'restricted_card',
    'revocation_of_all_authorizations',
    'security_violation',
    'stolen_card',
    'stop_payment_order',
    'a_code_of_tomorrow',
  ],
}

describe('a decline at Stripe', () => {
  it.each(STRIPE['check the value'])('%s has the payer check the value', (code) => {
    expect(ofStripe(code)).toMatch(/Check it and try again\.$/)
  })
  it.each(STRIPE['try again'])('%s has the payer try again', (code) => {
    expect(ofStripe(code)).toMatch(/Please try again\.$/)
  })
  it.each(STRIPE['ask the bank'])('%s has the payer ask the bank', (code) => {
    expect(ofStripe(code)).toMatch(/Call the number on the card/)
  })
  it.each(STRIPE['pay with another card'])('%s tells the reason, and the page how else to pay', (code) => {
    expect(ofStripe(code)).toMatch(/^Th(e|is) card /)
    expect(ofStripe(code)).not.toBe(DECLINED)
  })
  it.each(STRIPE['learn nothing'])('%s accuses nobody', (code) => {
    expect(ofStripe(code)).toBe(DECLINED)
  })
  it.each([
    ['test_mode_live_card', 'No money moves on this page. Use a test card.'],
    ['live_mode_test_card', 'This is a test card. Use a real one.'],
    ['duplicate_transaction', 'The same payment was made a moment ago. Check whether it is paid already.'],
  ])('%s says what to do', (code, text) => {
    expect(ofStripe(code)).toBe(text)
  })
})

describe('a decline elsewhere', () => {
  it.each([
    ['LawPay', ofLawPay('card_cvv_incorrect')],
    ['LawPay', ofLawPay('card_number_invalid')],
    ['LawPay', ofLawPay('card_avs_rejected')],
    ['PayTrace', ofPayTrace('CVV2 MISMATCH')],
    ['PayTrace', ofPayTrace('Invalid card number')],
    ['QuickBooks Payments', ofQuickBooks('PMT-2000', 'credit_card')],
    ['QuickBooks Payments', ofQuickBooks('PMT-2002', 'credit_card')],
  ])('at %s has the payer check a wrong value', (_, text) => {
    expect(text).toMatch(/Check it and try again\.$/)
  })

  it.each([
    ['LawPay', ofLawPay('card_declined_stolen'), DECLINED],
    ['LawPay', ofLawPay('ach_declined'), 'The bank account was declined.'],
    ['PayTrace', ofPayTrace('PICK UP CARD - LOST'), DECLINED],
    ['QuickBooks Payments', ofQuickBooks('PMT-5000', 'credit_card'), DECLINED],
    ['QuickBooks Payments', ofQuickBooks('PMT-5000', 'e_check'), 'The bank account was declined.'],
    ['PayPal', ofPayPal('TRANSACTION_REFUSED'), 'PayPal declined the payment.'],
  ])('at %s accuses nobody', (_, text, expected) => {
    expect(text).toBe(expected)
  })

  it.each([
    'INSTRUMENT_DECLINED',
    'PAYER_ACTION_REQUIRED',
    'PAYER_CANNOT_PAY',
    'ORDER_EXPIRED',
    'TOKEN_ID_NOT_FOUND',
  ])('at PayPal says what to do about %s', (issue) => {
    expect(ofPayPal(issue)).toMatch(
      /Choose another|Log in to PayPal|start the payment again|pay with PayPal again/,
    )
  })
})
