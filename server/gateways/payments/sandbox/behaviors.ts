import { DAY_MS } from '../../../../domain/dates/durations.ts'
import { msg } from '../../../../domain/languages/msg.ts'
import type { PaymentStatus } from '../../../../domain/payments/payment-status.ts'
import type { ProcessorReason } from '../port.ts'

/**
 * Behavior of a card or bank account. Saved with stored methods, so that each charge of one behaves alike.
 */
export type Behavior =
  | 'approve'
  | 'decline'
  | 'insufficient_funds'
  | 'challenge'
  | 'order'
  | 'dispute'
  | 'authorize'
  | 'poor_later'
  | 'stolen_later'
  | 'clear'
  | 'return'
  | 'return_late'

const CARDS: Readonly<Record<string, Behavior>> = {
  '4000000000000002': 'decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000003220': 'challenge',
  '4000000000000259': 'dispute',
  '4000000000000077': 'authorize',
  '4000000000000341': 'poor_later',
  '4000000000009979': 'stolen_later',
}

/** Test numbers with their outcomes, as shown to people. */
export const TRIALS = [
  { number: 'Card 4242 4242 4242 4242', outcome: 'is approved' },
  { number: 'Card 4000 0000 0000 0002', outcome: 'is declined' },
  { number: 'Card 4000 0000 0000 9995', outcome: 'has insufficient funds' },
  { number: 'Card 4000 0000 0000 3220', outcome: 'has the payer approve it with their bank' },
  { number: 'Card 4000 0000 0000 0259', outcome: 'is disputed after a week' },
  { number: 'Card 4000 0000 0000 0077', outcome: 'is only authorized' },
  { number: 'Bank account ending in 6789', outcome: 'clears after 3 days' },
  { number: 'Bank account ending in 1113', outcome: 'is returned after 2 days' },
  { number: 'Bank account ending in 2227', outcome: 'clears, and is returned later' },
] as const

/** The only bank in the Sandbox. */
export const SANDBOX_ROUTING_NUMBER = '110000000'

/** Any other card number with a valid check digit is approved. */
export const behaviorOfCard = (number: string): Behavior => CARDS[number] ?? 'approve'

/** Decides by the last four digits. Any other account clears. */
export function behaviorOfBankAccount(number: string): Behavior {
  if (number.endsWith('1113')) return 'return'
  return number.endsWith('2227') ? 'return_late' : 'clear'
}

/** Transition of a charge at its `settle_at`. */
export type Ripening = 'clear' | 'clear_then_return' | 'return' | 'return_late' | 'dispute' | 'expire'

export interface FirstState {
  readonly status: PaymentStatus
  readonly captured: boolean
  readonly reason: ProcessorReason | null
  readonly ripens: { readonly afterMs: number; readonly as: Ripening } | null
}

const DECLINED: ProcessorReason = {
  kind: 'declined',
  code: 'card_declined',
  message: msg('Your card was declined.'),
}
const NO_FUNDS: ProcessorReason = {
  kind: 'declined',
  code: 'insufficient_funds',
  message: msg('Your card has insufficient funds.'),
}
const STOLEN: ProcessorReason = {
  kind: 'declined',
  code: 'stolen_card',
  message: msg('Your card was declined. It was reported stolen.'),
}
const NOBODY_THERE: ProcessorReason = {
  kind: 'declined',
  code: 'authentication_required',
  message: msg('Your bank asked for approval, but no one was there to give it.'),
}

export const CANCELED: ProcessorReason = {
  kind: 'voided',
  code: 'order_canceled',
  message: msg('The payment was canceled before it was approved.'),
}

export const NOT_APPROVED: ProcessorReason = {
  kind: 'declined',
  code: 'authentication_failed',
  message: msg('Your bank did not approve this payment.'),
}

/** Returns a new charge's first state and its next transition. Days follow the product's clock. */
export function firstState(behavior: Behavior, payerPresent: boolean): FirstState {
  switch (behavior) {
    case 'approve':
      return approved(null)
    case 'dispute':
      return approved({ afterMs: 7 * DAY_MS, as: 'dispute' })
    case 'decline':
      return rejected(DECLINED)
    case 'insufficient_funds':
      return rejected(NO_FUNDS)
    case 'challenge':
      return payerPresent ? open('input', null) : rejected(NOBODY_THERE)
    case 'order':
      return payerPresent ? open('input', null) : rejected(NOBODY_THERE)
    case 'poor_later':
      return payerPresent ? approved(null) : rejected(NO_FUNDS)
    case 'stolen_later':
      return payerPresent ? approved(null) : rejected(STOLEN)
    case 'authorize':
      return open('preauth', { afterMs: 7 * DAY_MS, as: 'expire' })
    case 'clear':
      return open('waiting', { afterMs: 3 * DAY_MS, as: 'clear' })
    case 'return':
      return open('waiting', { afterMs: 2 * DAY_MS, as: 'return' })
    case 'return_late':
      return open('waiting', { afterMs: 3 * DAY_MS, as: 'clear_then_return' })
  }
}

const approved = (ripens: FirstState['ripens']): FirstState => ({
  status: 'confirmed',
  captured: true,
  reason: null,
  ripens,
})
const rejected = (reason: ProcessorReason): FirstState => ({
  status: 'rejected',
  captured: false,
  reason,
  ripens: null,
})
const open = (status: PaymentStatus, ripens: FirstState['ripens']): FirstState => ({
  status,
  captured: false,
  reason: null,
  ripens,
})

/** State of a charge after a due transition. `next` is a later transition. */
export interface Ripened {
  readonly status: PaymentStatus
  readonly event: string
  readonly reason: ProcessorReason | null
  readonly next: { readonly afterMs: number; readonly as: Ripening } | null
}

const returned = (code: string, message: string): ProcessorReason => ({ kind: 'returned', code, message })

export function ripen(as: Ripening): Ripened {
  switch (as) {
    case 'clear':
      return { status: 'confirmed', event: 'charge.cleared', reason: null, next: null }
    case 'clear_then_return':
      return {
        status: 'confirmed',
        event: 'charge.cleared',
        reason: null,
        next: { afterMs: 5 * DAY_MS, as: 'return_late' },
      }
    case 'return':
      return {
        status: 'rejected',
        event: 'charge.returned',
        reason: returned('R02', msg('The bank returned the e-check. The account is closed (R02).')),
        next: null,
      }
    case 'return_late':
      return {
        status: 'rejected',
        event: 'charge.returned',
        reason: returned('R10', msg('The bank returned the e-check. The owner didn’t authorize it (R10).')),
        next: null,
      }
    case 'dispute':
      return {
        status: 'rejected',
        event: 'charge.disputed',
        reason: {
          kind: 'disputed',
          code: 'fraudulent',
          message: msg('The cardholder disputed the payment.'),
        },
        next: null,
      }
    case 'expire':
      return {
        status: 'rejected',
        event: 'charge.expired',
        reason: {
          kind: 'expired',
          code: 'authorization_expired',
          message: msg('The authorization expired.'),
        },
        next: null,
      }
  }
}
