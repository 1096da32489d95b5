import { createState } from '../../../platform/auth/connection-state.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { checkFlag } from './check-flag.ts'
import { callbackOf, linked } from './find-connectable.ts'

/**
 * Returns the processor's page where a person connects the company. Refuses not_found for a processor that is not
 * configured here, or has no such page, and processor_unavailable.
 */
export async function startConnection(
  uow: UnitOfWork,
  provider: string,
  otherAccount = false,
): Promise<{ url: string }> {
  const adapter = linked(uow.app, provider)
  if (uow.actor.kind !== 'staff') throw refuse('not_allowed')
  await uow.transaction((ctx) => checkFlag(ctx, adapter))
  const { userId, sessionId } = uow.actor
  const { state, challenge } = createState(
    uow.app,
    { table: 'payment_connections', accountId: uow.accountId, userId, sessionId, provider },
    otherAccount,
  )
  try {
    return await adapter.connectStart({ state, challenge, redirectUri: callbackOf(uow.app, adapter) })
  } catch (error) {
    uow.app.log.warn('payment processor made no page to connect', { processor: adapter.id, error })
    throw refuse('processor_unavailable', `${adapter.name} did not answer. Please try again.`)
  }
}
