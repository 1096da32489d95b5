import type { Outcome, ProcessorPayment } from '../../../../gateways/payments/port.ts'
import type { App } from '../../../../platform/context.ts'
import { askedAt } from '../../rules/check-schedule.ts'
import type { Payment } from '../../rules/records.ts'
import { askedCall, callProcessor } from '../processor/call-processor.ts'
import type { Processor } from '../processor/find-processor.ts'

/**
 * Fetches a payment from its processor by reference. Without one it looks up the original call, whose reply
 * may have been lost before we knew the reference. The value is null when the processor has never received
 * it.
 */
export function findAtProcessor(
  app: App,
  { adapter, connection }: Processor,
  payment: Payment,
  ref: string | null = payment.provider_ref,
): Promise<Outcome<ProcessorPayment | null>> {
  return callProcessor<ProcessorPayment | null>(
    app,
    `${adapter.id} ${ref === null ? 'find' : 'fetch'}`,
    () =>
      ref === null
        ? adapter.findPayment(connection, {
            ...askedCall(payment.late_of ?? payment.id, 'create', askedAt(payment)),
            storedMethod: payment.stored_method_id !== null,
          })
        : adapter.fetch(connection, ref),
  )
}

/**
 * Resolves a payment under way: finds it at its processor, or cancels it there where only that is possible. The value is null when
 * nothing is charged.
 */
export function resolveAtProcessor(
  app: App,
  processor: Processor,
  payment: Payment,
): Promise<Outcome<ProcessorPayment | null>> {
  const { adapter, connection } = processor
  if (payment.provider_ref !== null || !adapter.cancelLost) return findAtProcessor(app, processor, payment)
  return callProcessor<null>(app, `${adapter.id} cancel`, () =>
    adapter.cancelLost!(connection, {
      ...askedCall(payment.late_of ?? payment.id, 'create', askedAt(payment)),
      type: payment.type,
    }),
  )
}

/**
 * True while a call whose reply was lost may still reach the processor, and always when the business connected since: the call
 * may have gone to its former account, which can't be asked any more.
 */
export const mayStillArrive = (
  call: Parameters<typeof askedAt>[0],
  { adapter, connection }: Processor,
  now: number,
): boolean => {
  const asked = askedAt(call).getTime()
  return asked < (connection.sinceMs ?? 0) || now - asked <= adapter.capabilities(connection).arrivalWindowMs
}
