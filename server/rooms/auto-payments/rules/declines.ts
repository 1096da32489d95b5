/**
 * What a failed charge asks for. again: another try may go through. stop: not by itself, but its payer can still pay.
 * off: the method is of no use any more, or may not be charged.
 */
export type AfterFailure = 'again' | 'stop' | 'off'

/** Codes of card networks as processors pass them on: the card is gone, or its holder doesn't want it charged. */
const CARD_OFF = new Set([
  'stolen_card',
  'lost_card',
  'pickup_card',
  'card_closed',
  'account_closed',
  'expired_card',
  'invalid_account',
  'restricted_card',
  'fraudulent',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stop_payment_order',
  'authorization_withdrawn',
])
/** The bank wants to see its customer. */
const NEEDS_PAYER = new Set(['authentication_required', 'authentication_failed', 'order_canceled'])
/** Returns that Nacha lets be presented again: insufficient and uncollected funds. */
const E_CHECK_AGAIN = new Set(['R01', 'R09'])

/** By the payment's failure_code and the processor's own code of it. */
export function afterFailure(kind: string | null, reason: string | null): AfterFailure {
  const code = reason ?? ''
  switch (kind) {
    case 'disputed':
    case 'invalid':
      return 'off'
    case 'returned':
      return E_CHECK_AGAIN.has(code) ? 'again' : 'off'
    case 'voided':
      return 'stop'
    default:
      if (CARD_OFF.has(code)) return 'off'
      return NEEDS_PAYER.has(code) ? 'stop' : 'again'
  }
}
