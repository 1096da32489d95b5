import type { Payment } from '../tables.ts'

/** The caller. For a pay link, the link and whether the emailed code was entered matter. */
type Caller =
  | { readonly kind: 'anonymous' | 'preview' | 'staff' | 'api_key' | 'system' }
  | { readonly kind: 'customer'; readonly portalUserId: string }
  | { readonly kind: 'pay_link'; readonly payLinkId: string; readonly unlocked: boolean }

/**
 * True when the caller made the payment, so that their bank's challenge is theirs to answer. A payer who
 * began by link may continue in the portal; a link alone continues only payments made by it,
 * or the one that it was mailed for.
 */
export function isPayerOf(
  caller: Caller,
  payment: Pick<Payment, 'channel' | 'created_by' | 'continue_link_id'>,
): boolean {
  if (caller.kind === 'pay_link')
    return (
      caller.unlocked ||
      payment.created_by === caller.payLinkId ||
      payment.continue_link_id === caller.payLinkId
    )
  if (caller.kind !== 'customer') return false
  return payment.channel !== 'portal' || payment.created_by === caller.portalUserId
}
