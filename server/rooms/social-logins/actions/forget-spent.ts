import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { deleteSpentBefore } from '../store.ts'

const MOST_AT_ONCE = 5000

/** What has expired need not be known as used: it opens nothing any more. */
export const forgetSpent = (ctx: BaseCtx): Promise<void> =>
  deleteSpentBefore(ctx, asDate(ctx.app.clock.wallNow()), MOST_AT_ONCE)
