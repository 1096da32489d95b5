import type { Outcome, ProviderPayment } from '../../../../gateways/payments/port.ts'
import type { App } from '../../../../platform/context.ts'
import { askedAt } from '../../rules/check-schedule.ts'
import type { Payment } from '../../rules/records.ts'
import { askedCall, callProvider } from '../processor/call-provider.ts'
import type { Processor } from '../processor/find-processor.ts'

/**
 * What a processor knows of a payment: by its own reference, else by the call whose answer was lost, as it may never have
 * told us a reference. Null when it has never heard of it.
 */
export function findAtProcessor(
  app: App,
  { provider, connection }: Processor,
  payment: Payment,
  ref: string | null = payment.provider_ref,
): Promise<Outcome<ProviderPayment | null>> {
  return callProvider<ProviderPayment | null>(app, `${provider.id} ${ref === null ? 'find' : 'fetch'}`, () =>
    ref === null
      ? provider.findPayment(connection, askedCall(payment.late_of ?? payment.id, 'create', askedAt(payment)))
      : provider.fetch(connection, ref),
  )
}

/** Whether a call of ours whose answer was lost may still get to the processor. */
export const mayStillArrive = (
  asked: Parameters<typeof askedAt>[0],
  { provider, connection }: Processor,
  now: number,
): boolean => now - askedAt(asked).getTime() <= provider.capabilities(connection).arrivalWindowMs
