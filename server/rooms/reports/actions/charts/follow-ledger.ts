import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { lockHead } from '../../../ledger/index.ts'
import { LIVE_ENTRIES } from '../../store/read-sums.ts'
import { addEntries, countPending } from '../../store/sums.ts'

/** Entries that each report adds by itself before the job is queued. */
const QUEUE_AT = 1000n
/** Small, because nobody books in the account while a batch is added. */
const BATCH = 2000
/** Reports that wait for the sums are asked for again and again. */
const QUEUE_EVERY_S = 5

/** Queues the job that brings the sums up to date when they lag. Returns false while a report would be incomplete. */
export async function keepSums(ctx: Ctx): Promise<boolean> {
  const pending = await countPending(ctx)
  if (pending > QUEUE_AT)
    await ctx.app.jobs.enqueue(
      ctx,
      'reports.follow-ledger',
      {},
      { throttle: { key: ctx.accountId, everyS: QUEUE_EVERY_S } },
    )
  return pending <= BigInt(LIVE_ENTRIES)
}

/**
 * Adds all ledger entries of the account to the sums, in batches with a transaction each. After `longestMs` it leaves the rest to
 * another job.
 */
export async function followLedger(
  uow: UnitOfWork,
  { longestMs = Number.POSITIVE_INFINITY, batch = BATCH } = {},
): Promise<void> {
  const until = performance.now() + longestMs
  for (;;) {
    const pending = await uow.transaction(async (ctx) => {
      await lockHead(ctx)
      await addEntries(ctx, batch)
      const left = await countPending(ctx)
      if (left <= 0n || performance.now() < until) return left
      await ctx.app.jobs.enqueue(ctx, 'reports.follow-ledger', {})
      return 0n
    })
    if (pending <= 0n) return
  }
}
