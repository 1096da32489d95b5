import { asDate } from '../../../../platform/clock.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { deleteSpentBefore } from '../../store.ts'

const MAX_DELETED = 5000

/** Deletes the marks of spent authorizations that have expired: expired ones are refused without a mark. */
export const forgetSpentAuthorizations = (ctx: BaseCtx): Promise<void> =>
  deleteSpentBefore(ctx, asDate(ctx.app.clock.wallNow()), MAX_DELETED)
