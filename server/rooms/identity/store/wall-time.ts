import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx } from '../../../platform/context.ts'

/** Security goes by the machine's clock: moving the product's clock ends no session and revives no link. */
export const wallTime = (ctx: BaseCtx): Date => asDate(ctx.app.clock.wallNow())
