import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { savePayout } from '../../store/payouts.ts'
import type { Processor } from '../processor/find-processor.ts'
import { listAllPages } from '../reconcile/list-all-pages.ts'
import { bookPayouts } from './book-payout.ts'

/** A payout is final long before this. */
const DAYS_BACK = 35

/** Reads what a processor paid out lately, and books what arrived. A failure is logged and read again with the next comparison. */
export async function readPayouts(uow: UnitOfWork, { adapter, connection }: Processor): Promise<void> {
  if (!adapter.listPayouts) return
  try {
    const now = await uow.transaction(async (ctx) => ctx.now)
    const parts = listAllPages(uow.app, `${adapter.id} list payouts`, (after) =>
      adapter.listPayouts!(connection, { fromMs: now - DAYS_BACK * DAY_MS, toMs: now }, after),
    )
    for await (const payouts of parts)
      for (const payout of payouts) await uow.transaction((ctx) => savePayout(ctx, adapter.id, payout))
    await bookPayouts(uow, adapter.id)
  } catch (error) {
    uow.app.log.error('payouts not read', { processor: adapter.id, error })
  }
}
