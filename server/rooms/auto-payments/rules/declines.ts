/**
 * The consequence of a failed charge. again: another attempt may succeed. stop: no automatic retry, but the payer
 * can still pay. off: the method is unusable or may not be charged.
 */
export type AfterFailure = 'again' | 'stop' | 'off'

/** Card network codes: the card is gone, or its holder forbids the charge. */
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
/** The payer has to act, for instance authenticate at the bank. */
const NEEDS_PAYER = new Set(['authentication_required', 'authentication_failed', 'order_canceled'])
/** Return codes that Nacha allows to be presented again: insufficient and uncollected funds. */
const E_CHECK_AGAIN = new Set(['R01', 'R09'])

/** Maps the payment's failure_code and the processor's own code to a consequence. */
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
