import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { type MemoReply, presentMemoDetail } from '../rules.ts'
import { readApplications, readMemoFacts } from '../store/memos.ts'

/** Returns one credit memo with its applications. Refuses not_found. */
export async function readCreditMemo(ctx: Ctx, id: string): Promise<MemoReply> {
  const memo = await readMemoFacts(ctx, id)
  if (!memo) throw refuse('not_found')
  return presentMemoDetail(memo, await readApplications(ctx, id))
}
