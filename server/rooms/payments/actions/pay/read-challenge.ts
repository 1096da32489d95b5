import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { isPayerOf } from '../../rules/is-payer-of.ts'
import { callProcessor } from '../processor/call-processor.ts'
import { findProcessor } from '../processor/find-processor.ts'
import { refuseUnavailable } from '../processor/refuse-unavailable.ts'
import { payerPaymentOf } from '../read/read-payer-payment.ts'
import { limitProcessorCalls } from './limit-processor-calls.ts'

/**
 * Returns what the browser of the payer needs to continue at the bank. It is asked for at the processor each time and stored
 * nowhere; null once the bank has been answered. Refuses invoice_unknown, not_found (also for a payment that somebody else
 * made), wrong_state, processor_unavailable, too_many_requests.
 */
export async function readChallenge(
  uow: UnitOfWork,
  { invoiceId, paymentId }: { invoiceId: string; paymentId: string },
): Promise<HandlerReplyOf<typeof contract.payments.readChallenge>> {
  const { payment, processor } = await uow.transaction(async (ctx) => {
    const { payment } = await payerPaymentOf(ctx, invoiceId, paymentId)
    if (!isPayerOf(ctx.actor, payment)) throw refuse('not_found')
    if (payment.status !== 'input' || payment.next_step?.kind !== 'client_secret')
      throw refuse('wrong_state', msg('This payment doesn’t need an answer. Reload the page.'))
    return { payment, processor: await findProcessor(ctx, payment.provider) }
  })
  await limitProcessorCalls(uow, paymentId)
  if (!processor || payment.provider_ref === null) throw refuse('processor_unavailable')
  const { adapter, connection } = processor
  const ref = payment.provider_ref
  const found = await callProcessor(uow.app, `${adapter.id} fetch`, () => adapter.fetch(connection, ref))
  if (!found.ok) throw refuseUnavailable(found.error.code)
  return {
    client_secret: found.value.next?.data ?? null,
    publishable_key: connection.credentials?.publishableKey ?? '',
    script: adapter.scriptUrl ?? '',
  }
}
