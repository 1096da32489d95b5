import type { Ctx } from '../../../platform/context.ts'
import { compareTallies } from '../store/tallies.ts'

/** Counts the account's credit memos anew and says in words where the kept counts differ. An empty list means that they agree. */
export const verifyCreditMemoTallies = (ctx: Ctx): Promise<string[]> => compareTallies(ctx)
