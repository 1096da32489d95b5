import type { ProcessorError } from '../../../gateways/payments/port.ts'
import { spendState } from '../../../platform/auth/connection-state.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { type Refusal, refuse } from '../../../platform/refusal.ts'
import { callbackOf, linked } from './find-connectable.ts'
import { type BeforeEnd, keepConnection } from './keep-connection.ts'
import type { ShownConnection } from './list-connections.ts'

/**
 * Finishes a connection with what the processor sent back. Refuses authorization_expired for a state of somebody
 * else, an old or a spent one, connection_refused with what to do when the processor refuses the code, other_business, processor_unavailable.
 */
export async function finishConnection(
  uow: UnitOfWork,
  provider: string,
  { state, extra_data, ...answer }: Answer,
  beforeEnd: BeforeEnd,
): Promise<ShownConnection> {
  const adapter = linked(uow.app, provider)
  const { app, accountId, actor } = uow
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  const { userId, sessionId } = actor
  const beginning = { table: 'payment_connections', accountId, userId, sessionId, provider } as const
  // Spent before the processor is called, so that a code is exchanged once.
  const { otherAccount, verifier } = await uow.transaction((ctx) => spendState(ctx, beginning, state))
  const finished = await adapter.connectFinish(
    { ...extra_data, ...answer, state },
    callbackOf(app, adapter),
    verifier,
  )
  if (!finished.ok) throw refusalOf(adapter.name, finished.error)
  return keepConnection(uow, adapter, finished.value, { userId, otherAccount, beforeEnd })
}

interface Answer {
  readonly code: string
  readonly scope: string
  readonly state: string
  readonly extra_data: Readonly<Record<string, string>>
}

function refusalOf(processor: string, error: ProcessorError): Refusal {
  const { kind, businessMessage } = error
  if (kind === 'unavailable' || kind === 'rate_limited' || kind === 'unknown_outcome')
    return refuse('processor_unavailable', `${processor} did not answer. Please try again.`)
  return refuse(
    'connection_refused',
    businessMessage ?? `${processor} did not accept this connection. Please connect again.`,
  )
}
