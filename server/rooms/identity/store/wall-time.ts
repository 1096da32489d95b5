import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx } from '../../../platform/context.ts'

/**
 * Returns the machine's time. Security ignores the product's clock, so moving that ends no session and
 * revives no link.
 */
export const wallTime = (ctx: BaseCtx): Date => asDate(ctx.app.clock.wallNow())
