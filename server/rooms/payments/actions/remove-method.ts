import { audit } from '../../../platform/audit.ts'
import type { Steps } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { markRemoved, openMethod } from '../store/methods.ts'
import { callProvider } from './call-provider.ts'
import { processorOf } from './find-processor.ts'
import { withdrawConsent } from './withdraw-consent.ts'

/**
 * Forgets a stored method: here first, so that nothing charges it any more, then at its processor.
 * Refuses not_found for a method of somebody else.
 */
export async function removeMethod(steps: Steps, customerId: string, methodId: string): Promise<void> {
  const { method, token } = await steps.transaction(async (ctx) => {
    const opened = await openMethod(ctx, customerId, methodId)
    if (!opened) throw refuse('not_found')
    await withdrawConsent(ctx, { customerId, methodId }, 'method_removed')
    if (!(await markRemoved(ctx, customerId, methodId))) throw refuse('not_found')
    await audit(
      ctx,
      'payments.remove_method',
      { type: 'stored_method', id: methodId },
      { last4: opened.method.last4 },
    )
    return opened
  })
  const processor = processorOf(steps.app, steps.accountId, method.provider)
  if (!processor?.provider.removeMethod) return
  const { provider, connection } = processor
  const removed = await callProvider(steps.app, `${provider.id} remove method`, () =>
    provider.removeMethod!(connection, token),
  )
  if (!removed.ok)
    steps.app.log.warn('stored method stays at its processor', { methodId, kind: removed.error.kind })
}

/** The same for the customer whose portal session it is. */
export async function removeOwnMethod(steps: Steps, methodId: string): Promise<void> {
  if (steps.actor.kind !== 'customer') throw refuse('not_allowed')
  await removeMethod(steps, steps.actor.customerId, methodId)
}
