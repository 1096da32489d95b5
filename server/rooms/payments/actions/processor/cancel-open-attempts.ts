import type { Connection } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { openAttemptsAt } from '../../store/attempts.ts'
import { cancelAtProcessor } from '../settle/cancel-at-processor.ts'
import { processorOf } from './find-processor.ts'

/**
 * Cancels at a processor the attempts that wait for their payers, before its connection ends: afterwards nobody could cancel them,
 * and their invoices would stay reserved. An attempt that is paid meanwhile is settled. One that can't be canceled is checked later.
 */
export async function cancelOpenAttempts(
  uow: UnitOfWork,
  provider: string,
  connection: Connection,
): Promise<void> {
  const processor = processorOf(uow.app, provider, connection)
  if (!processor) return
  const open = await uow.transaction((ctx) => openAttemptsAt(ctx, provider, connection.sinceMs ?? 0))
  for (const payment of open)
    try {
      await cancelAtProcessor(uow, payment, payment.provider_ref!, processor, 'the connection was ended')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      uow.app.log.warn('open payment was not canceled before its connection ended', {
        paymentId: payment.id,
        reason: error.code,
      })
      // The processor does not answer, so it cancels none of the others either.
      return
    }
}
