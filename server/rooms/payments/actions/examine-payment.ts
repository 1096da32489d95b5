import type { ProviderPayment } from '../../../gateways/payments/port.ts'
import type { Steps } from '../../../platform/context.ts'
import { type Difference, differencesOf } from '../rules/differences.ts'
import { type BookedPayment, bookedById, bookedByReference } from '../store/reconciliations.ts'
import { callProvider } from './call-provider.ts'
import type { Processor } from './find-processor.ts'

export interface Examined {
  readonly observed: ProviderPayment | null
  readonly booked: BookedPayment | null
  readonly differences: readonly Difference[]
}

/** Asks a processor for one payment and compares it with the ledger. Throws when the processor doesn't answer. */
export async function examinePayment(
  steps: Steps,
  { provider, connection }: Processor,
  about: { readonly paymentId: string | null; readonly providerRef: string | null },
): Promise<Examined> {
  const { paymentId, providerRef } = about
  const fetched = providerRef
    ? await callProvider(steps.app, `${provider.id} fetch`, () => provider.fetch(connection, providerRef))
    : null
  if (fetched && !fetched.ok && fetched.error.kind !== 'not_found')
    throw new Error(`${provider.id} did not tell of ${providerRef}: ${fetched.error.kind}`)
  const observed = fetched?.ok ? fetched.value : null
  const booked = await steps.transaction(async (ctx) => {
    if (paymentId !== null) return bookedById(ctx, paymentId)
    return observed ? chooseBooked(await bookedByReference(ctx, provider.id, [observed]), observed) : null
  })
  return { observed, booked, differences: differencesOf(observed, booked) }
}

/** By the processor's own reference, else by our id that it kept. */
export const chooseBooked = (
  rows: readonly BookedPayment[],
  observed: ProviderPayment,
): BookedPayment | null =>
  rows.find((row) => row.providerRef === observed.providerRef) ??
  rows.find((row) => row.paymentId === observed.ourId) ??
  null
