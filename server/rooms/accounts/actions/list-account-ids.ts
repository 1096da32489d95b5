import type { BaseCtx } from '../../../platform/context.ts'
import { present } from '../../../platform/context.ts'
import { selectAccountIds } from '../store/accounts.ts'

/** Every active account's id, for schedules that then work inside one at a time. */
export async function listAccountIds(ctx: BaseCtx): Promise<string[]> {
  await present(ctx, 'app.scheduler', 'on')
  return selectAccountIds(ctx)
}
