import type { Steps } from '../../../platform/context.ts'
import { attemptsAwaitingPayer } from '../store/attempts.ts'
import { processorOf } from './find-processor.ts'
import { letGoAtProvider } from './let-go-at-provider.ts'
import { type Payable, type PayableAnew, payerOf, readPayable } from './read-payable.ts'

/**
 * Before somebody pays: lets go of their own earlier attempts on this invoice that still wait for them, at the processor
 * first, whose word alone frees what they reserved. Returns the invoice as it can be paid then.
 * Refuses processor_unavailable.
 */
export async function releaseOwnAttempts(steps: Steps, payable: PayableAnew): Promise<Payable> {
  const payer = payerOf(steps.actor)
  if (payer === null || payable.heldMinor === 0n) return payable
  const { id } = payable.invoice
  const waiting = await steps.transaction((ctx) => attemptsAwaitingPayer(ctx, id, payer))
  for (const payment of waiting) {
    const processor = processorOf(steps.app, steps.accountId, payment.provider)
    if (processor && payment.provider_ref !== null)
      await letGoAtProvider(steps, payment, payment.provider_ref, processor, 'paid in another way')
  }
  return steps.transaction((ctx) => readPayable(ctx, id))
}
