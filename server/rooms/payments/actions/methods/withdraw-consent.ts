import { audit } from '../../../../platform/audit.ts'
import type { Actor, Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { type Consent, currentConsent, endConsent, lockConsents } from '../../store/consents.ts'
import { markAutoPayments } from '../../store/methods.ts'
import type { WithdrawnBecause } from '../../tables.ts'
import { notifyAutoPayments } from './notify-auto-payments.ts'

/**
 * Ends a customer's current consent, if it is for this method (or for any, when none is given). The ended
 * consent is kept as history. The customer is emailed, except when another method replaces this one, and
 * after a decline, which has its own email. Returns the ended consent, or null.
 */
export async function withdrawConsent(
  ctx: Ctx,
  { customerId, methodId }: { customerId: string; methodId?: string },
  because: WithdrawnBecause,
): Promise<Consent | null> {
  await lockConsents(ctx, customerId)
  const consent = await currentConsent(ctx, customerId)
  if (!consent || (methodId !== undefined && consent.stored_method_id !== methodId)) return null
  await endConsent(ctx, consent.id, because, userIdOf(ctx.actor))
  await failpoint('consent.ended')
  await markAutoPayments(ctx, customerId, consent.stored_method_id, false)
  await audit(
    ctx,
    'payments.withdraw_auto_payments',
    { type: 'customer', id: customerId },
    { method: consent.stored_method_id, because },
  )
  if (because !== 'replaced' && because !== 'declined') await notifyAutoPayments(ctx, consent, because)
  await failpoint('consent.withdrawn')
  return consent
}

function userIdOf(actor: Actor): string | null {
  if (actor.kind === 'customer') return actor.portalUserId
  return actor.kind === 'staff' ? actor.userId : null
}
