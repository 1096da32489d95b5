import type { RawMessage } from '../../../../../contract/route.ts'
import { inAccount, type TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { isId, newId } from '../../../../platform/ids.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { selectSubscription } from '../../store/subscriptions.ts'

/**
 * Receives a notification of the seller and queues a fresh read of the account's subscription. The event only says where to
 * look: nothing of it is believed but that. Refuses signature_refused, the same for every defect.
 */
export async function receiveBillingWebhook(
  open: TenantlessUnitOfWork,
  provider: string,
  { headers, bytes }: RawMessage,
): Promise<{ received: true }> {
  const { app } = open
  const { billing: seller } = app
  if (seller?.id !== provider) throw refuse('signature_refused')
  const event = seller.readEvent({
    headers,
    body: Buffer.from(bytes),
    receivedAtMs: app.clock.wallNow(),
  })
  if (event === null) throw refuse('signature_refused')
  const { accountId, customerRef } = event
  if (accountId === null || customerRef === null || !isId(accountId)) return { received: true }
  const caller = { requestId: newId(app.clock.wallNow()), ip: open.ip }
  await inAccount(app, caller, { kind: 'system', job: 'webhook' }, accountId, async (ctx) => {
    const row = await selectSubscription(ctx)
    if (row?.customer_ref === customerRef) await app.jobs.enqueue(ctx, 'plans.refresh-billing', {})
  })
  return { received: true }
}
