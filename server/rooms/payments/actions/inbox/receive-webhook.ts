import type { RawMessage } from '../../../../../contract/route.ts'
import { type TenantlessUnitOfWork, unitOfWork } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { receiveProcessorEvent } from './receive-processor-event.ts'

/**
 * Receives a webhook from the network. The address names the connection, and the signature authenticates the
 * request. Returns after its events are committed. Refuses signature_refused, the same for every defect.
 */
export async function receiveWebhook(
  open: TenantlessUnitOfWork,
  { processor, account }: { processor: string; account: string },
  message: RawMessage,
): Promise<{ received: true }> {
  const caller = { requestId: newId(open.app.clock.wallNow()), ip: open.ip }
  const uow = unitOfWork(open.app, caller, { kind: 'system', job: 'webhook' }, account.toLowerCase())
  const taken = await receiveProcessorEvent(uow, processor, {
    headers: message.headers,
    body: Buffer.from(message.bytes),
    receivedAt: open.app.clock.wallNow(),
  })
  if (!taken) throw refuse('signature_refused')
  return { received: true }
}
