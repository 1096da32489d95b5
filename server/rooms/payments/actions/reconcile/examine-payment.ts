import type { Outcome, ProcessorPayment } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { type Difference, differencesOf } from '../../rules/differences.ts'
import { readPaymentRow } from '../../store/payments.ts'
import { type BookedPayment, bookedById, bookedByReference } from '../../store/reconciliations.ts'
import { callProcessor } from '../processor/call-processor.ts'
import type { Processor } from '../processor/find-processor.ts'
import { findAtProcessor } from './find-at-processor.ts'

export interface Examined {
  readonly observed: ProcessorPayment | null
  readonly booked: BookedPayment | null
  readonly differences: readonly Difference[]
}

/** The payment or charge to ask a processor about. */
export interface Subject {
  readonly paymentId: string | null
  readonly providerRef: string | null
}

/**
 * Fetches one payment from a processor and compares it with the ledger. Throws when the processor does not
 * answer.
 */
export async function examinePayment(
  uow: UnitOfWork,
  processor: Processor,
  about: Subject,
): Promise<Examined> {
  const { adapter } = processor
  const { paymentId } = about
  const fetched = await ask(uow, processor, about)
  if (fetched && !fetched.ok && fetched.error.kind !== 'not_found')
    throw new Error(`${adapter.id} did not return ${about.providerRef ?? paymentId}: ${fetched.error.kind}`)
  const observed = fetched?.ok ? fetched.value : null
  const booked = await uow.transaction(async (ctx) => {
    // A late charge is a payment of its own, also when its former attempt is examined.
    const found = observed && chooseBooked(await bookedByReference(ctx, adapter.id, [observed]), observed)
    if (found || paymentId !== null) return found ?? bookedById(ctx, paymentId!)
    if (observed || about.providerRef === null) return null
    // The processor no longer knows a charge that it reported before.
    const before = { providerRef: about.providerRef, ourId: null }
    return (await bookedByReference(ctx, adapter.id, [before]))[0] ?? null
  })
  return { observed, booked, differences: differencesOf(observed, booked) }
}

/** Returns null when there is no payment and no reference to ask with. */
async function ask(
  uow: UnitOfWork,
  processor: Processor,
  { paymentId, providerRef }: Subject,
): Promise<Outcome<ProcessorPayment | null> | null> {
  const payment = paymentId && (await uow.transaction((ctx) => readPaymentRow(ctx, paymentId)))
  if (payment) return findAtProcessor(uow.app, processor, payment, providerRef ?? payment.provider_ref)
  if (providerRef === null) return null
  const { adapter, connection } = processor
  return callProcessor(uow.app, `${adapter.id} fetch`, () => adapter.fetch(connection, providerRef))
}

/**
 * Matches by the processor's reference, otherwise by our id that the processor stored. A second charge under
 * the same id is not our payment.
 */
export const chooseBooked = (
  rows: readonly BookedPayment[],
  observed: ProcessorPayment,
): BookedPayment | null =>
  rows.find((row) => row.providerRef === observed.providerRef) ??
  rows.find((row) => row.paymentId === observed.ourId && row.providerRef === null) ??
  null
