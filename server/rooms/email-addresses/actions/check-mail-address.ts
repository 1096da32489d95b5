import type { Ctx } from '../../../platform/context.ts'
import { selectMarks } from '../store/marks.ts'
import { selectMailAddress } from '../store/reports.ts'

/** True when nothing is known against the address that a queued message goes to. */
export async function checkMailAddress(ctx: Ctx, mailId: string): Promise<boolean> {
  const address = await selectMailAddress(ctx, mailId)
  return address !== null && (await selectMarks(ctx, [address])).length === 0
}
