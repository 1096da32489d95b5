import type { UnitOfWork } from '../../../platform/context.ts'
import { attemptsTakenBack } from '../store/attempts.ts'
import { alone } from './run-for-covered-invoices.ts'
import { settleAttempt } from './settle-attempt.ts'

const MAX_BATCH = 200

/** Settles the attempts of successful charges that came back: returned e-checks and disputes. */
export async function settleTakenBack(uow: UnitOfWork): Promise<void> {
  for (const one of await uow.transaction((ctx) => attemptsTakenBack(ctx, MAX_BATCH)))
    await alone(uow, one.invoice_id, async () => {
      await uow.transaction((ctx) => settleAttempt(ctx, one.id))
    })
}
