import type { RawMessage } from '../../../../../contract/route.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { isId } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { receiveWebhook } from './receive-webhook.ts'

/**
 * Receives a webhook of a processor that sends those of all companies to one address. The account that it names is only a
 * hint until its connection has verified the signature. Refuses signature_refused, the same for every defect.
 */
export async function receivePartnerWebhook(
  open: TenantlessUnitOfWork,
  processor: string,
  message: RawMessage,
): Promise<{ received: true }> {
  const adapter = open.app.processors.get(processor)
  const account = adapter?.accountOfWebhook?.(Buffer.from(message.bytes))?.toLowerCase()
  if (!account || !isId(account)) throw refuse('signature_refused')
  return receiveWebhook(open, { processor, account }, message)
}
