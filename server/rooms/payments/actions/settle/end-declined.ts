import type { Outcome, ProcessorPayment } from '../../../../gateways/payments/port.ts'
import type { App } from '../../../../platform/context.ts'
import type { Payment } from '../../rules/records.ts'
import { callProcessor, processorKey } from '../processor/call-processor.ts'
import type { Processor } from '../processor/find-processor.ts'

/**
 * Cancels a declined payment whose secret the payer's browser holds, so that nobody tries further cards on it. Returns what is to
 * be settled: the decline, or what became of the payment when another card was taken in the meantime.
 */
export async function endDeclined(
  app: App,
  { adapter, connection }: Processor,
  payment: Payment | null,
  observed: ProcessorPayment,
): Promise<Outcome<ProcessorPayment>> {
  const decline = { ok: true, value: observed } as const
  const inBrowser = payment?.status === 'input' && payment.next_step?.kind === 'client_secret'
  if (!inBrowser || observed.reason?.kind !== 'declined' || !adapter.void) return decline
  const ref = observed.providerRef
  const ended = await callProcessor(app, `${adapter.id} void`, () =>
    adapter.void!(connection, ref, processorKey(payment.id, 'void')),
  )
  if (ended.ok) return decline
  return ended.error.kind === 'wrong_state'
    ? callProcessor(app, `${adapter.id} fetch`, () => adapter.fetch(connection, ref))
    : ended
}
