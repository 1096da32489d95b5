import type { Ctx } from '../../../../platform/context.ts'
import { compareCounters } from '../../store/counters.ts'

/** Counts the account's payments anew and says in words where the kept counts differ. An empty list means that they agree. */
export const verifyPaymentCounters = (ctx: Ctx): Promise<string[]> => compareCounters(ctx)
