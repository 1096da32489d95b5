import { failed, type Outcome, type ProviderPayment } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import type { Payment } from '../../rules/records.ts'
import { callProvider, providerKey } from '../processor/call-provider.ts'
import type { Processor } from '../processor/find-processor.ts'
import { refuseUnavailable } from '../processor/refuse-unavailable.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Cancels a payment that took no money at the processor and commits the processor's report. Only that report
 * releases the reservation. If the processor took the money after all, that is committed instead. Refuses
 * processor_unavailable, payments_paused.
 */
export async function cancelAtProvider(
  uow: UnitOfWork,
  payment: Payment,
  ref: string,
  processor: Processor,
  cause: string,
): Promise<Payment> {
  const { provider, connection, recipient } = processor
  await failpoint('cancel.before')
  const answer = await callProvider(
    uow.app,
    `${provider.id} void`,
    async (): Promise<Outcome<ProviderPayment>> =>
      provider.void ? provider.void(connection, ref, providerKey(payment.id, 'void')) : unsupported,
  )
  await failpoint('cancel.sent')
  const outcome = answer.ok
    ? answer
    : await callProvider(uow.app, `${provider.id} fetch`, () => provider.fetch(connection, ref))
  if (!outcome.ok) throw refuseUnavailable(outcome.error.code)
  const settled = await uow.transaction((ctx) =>
    settlePayment(ctx, payment.id, outcome.value, { recipient, cause }),
  )
  await failpoint('cancel.committed')
  return settled
}

const unsupported = failed({ kind: 'unsupported', code: 'no_void', raw: null })
