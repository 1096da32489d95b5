import type { BaseCtx } from '../../../platform/context.ts'
import { present } from '../../../platform/context.ts'
import { selectAccountIds } from '../store/accounts.ts'

/** Lists the ids of all active accounts, for schedules that process one account at a time. */
export async function listAccountIds(ctx: BaseCtx): Promise<string[]> {
  await present(ctx, 'app.scheduler', 'on')
  return selectAccountIds(ctx)
}
