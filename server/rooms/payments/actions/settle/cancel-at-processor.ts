import { failed, type Outcome, type ProcessorPayment } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import type { Payment } from '../../rules/records.ts'
import { callProcessor, processorKey } from '../processor/call-processor.ts'
import type { Processor } from '../processor/find-processor.ts'
import { refuseUnavailable } from '../processor/refuse-unavailable.ts'
import { releaseDeletedOrder } from './release-deleted-order.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Cancels a payment that took no money at the processor and commits the processor's report. Only that report
 * releases the reservation. If the processor took the money after all, that is committed instead. An order that the processor
 * deleted is released. Refuses processor_unavailable, payments_paused.
 */
export async function cancelAtProcessor(
  uow: UnitOfWork,
  payment: Payment,
  ref: string,
  processor: Processor,
  cause: string,
): Promise<Payment> {
  const { adapter, connection, recipient } = processor
  await failpoint('cancel.before')
  const answer = await callProcessor(
    uow.app,
    `${adapter.id} void`,
    async (): Promise<Outcome<ProcessorPayment>> =>
      adapter.void ? adapter.void(connection, ref, processorKey(payment.id, 'void')) : unsupported,
  )
  await failpoint('cancel.sent')
  const outcome = answer.ok
    ? answer
    : await callProcessor(uow.app, `${adapter.id} fetch`, () => adapter.fetch(connection, ref))
  if (!outcome.ok) {
    const released =
      outcome.error.kind === 'not_found' && (await releaseDeletedOrder(uow, payment.id, processor, cause))
    if (released) return released
    throw refuseUnavailable(outcome.error.code)
  }
  const settled = await uow.transaction((ctx) =>
    settlePayment(ctx, payment.id, outcome.value, { recipient, cause }),
  )
  await failpoint('cancel.committed')
  return settled
}

const unsupported = failed({ kind: 'unsupported', code: 'no_void', raw: null })
