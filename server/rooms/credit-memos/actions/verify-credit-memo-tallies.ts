import type { Ctx } from '../../../platform/context.ts'
import { compareCounters } from '../store/tallies.ts'

/** Counts the account's credit memos anew and says in words where the kept counts differ. An empty list means that they agree. */
export const verifyCreditMemoCounters = (ctx: Ctx): Promise<string[]> => compareCounters(ctx)
