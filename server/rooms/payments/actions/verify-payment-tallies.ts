import type { Ctx } from '../../../platform/context.ts'
import { compareTallies } from '../store/tallies.ts'

/** Counts the account's payments anew and says in words where the kept counts differ. An empty list means that they agree. */
export const verifyPaymentTallies = (ctx: Ctx): Promise<string[]> => compareTallies(ctx)
