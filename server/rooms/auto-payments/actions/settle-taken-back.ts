import type { UnitOfWork } from '../../../platform/context.ts'
import { triesTakenBack } from '../store/tries.ts'
import { alone } from './run-for-covered-invoices.ts'
import { settleTry } from './settle-try.ts'

const MAX_BATCH = 200

/** Settles the tries of successful charges that came back: returned e-checks and disputes. */
export async function settleTakenBack(uow: UnitOfWork): Promise<void> {
  for (const one of await uow.transaction((ctx) => triesTakenBack(ctx, MAX_BATCH)))
    await alone(uow, one.invoice_id, async () => {
      await uow.transaction((ctx) => settleTry(ctx, one.id))
    })
}
