import { audit } from '../../../../platform/audit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { markRemoved, openMethod } from '../../store/methods.ts'
import { callProcessor } from '../processor/call-processor.ts'
import { findProcessor } from '../processor/find-processor.ts'
import { withdrawConsent } from './withdraw-consent.ts'

/**
 * Removes a stored method: first here, so that nothing can charge it, then at the processor. Refuses
 * not_found for a method of another customer.
 */
export async function removeMethod(uow: UnitOfWork, customerId: string, methodId: string): Promise<void> {
  const { method, token } = await uow.transaction(async (ctx) => {
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
  const processor = await findProcessor(uow, method.provider)
  if (!processor?.adapter.removeMethod) return
  const { adapter, connection } = processor
  const removed = await callProcessor(uow.app, `${adapter.id} remove method`, () =>
    adapter.removeMethod!(connection, token),
  )
  if (!removed.ok)
    uow.app.log.warn('stored method stays at its processor', { methodId, kind: removed.error.kind })
}

/** Removes a method of the session's customer. Refuses not_allowed and not_found. */
export async function removeOwnMethod(uow: UnitOfWork, methodId: string): Promise<void> {
  if (uow.actor.kind !== 'customer') throw refuse('not_allowed')
  await removeMethod(uow, uow.actor.customerId, methodId)
}
