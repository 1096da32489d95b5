import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { lockHead } from '../../../ledger/index.ts'
import { LIVE_ENTRIES } from '../../store/read-sums.ts'
import { addEntries, countPending } from '../../store/sums.ts'

/** Entries that each report adds by itself before the job is queued. */
const QUEUE_AT = 1000n
/** Small, because nobody books in the account while a batch is added. */
const BATCH = 2000

/** Queues the job that brings the sums up to date when they lag. Returns false while a report would be incomplete. */
export async function keepSums(ctx: Ctx): Promise<boolean> {
  const pending = await countPending(ctx)
  if (pending > QUEUE_AT)
    await ctx.app.jobs.enqueue(ctx, 'reports.follow-ledger', {}, { onceKey: ctx.accountId })
  return pending <= BigInt(LIVE_ENTRIES)
}

/** Adds all ledger entries of the account to the sums, in batches with a transaction each. */
export async function followLedger(uow: UnitOfWork): Promise<void> {
  for (;;) {
    const pending = await uow.transaction(async (ctx) => {
      await lockHead(ctx)
      await addEntries(ctx, BATCH)
      return countPending(ctx)
    })
    if (pending <= 0n) return
  }
}
