import type { Ctx } from '../../../platform/context.ts'
import { compareCounters } from '../store/counters.ts'

/**
 * Recounts the account's credit memos. Returns one sentence for each counter that differs; an empty list
 * means that all agree.
 */
export const verifyCreditMemoCounters = (ctx: Ctx): Promise<string[]> => compareCounters(ctx)
