import { NEXT_STEPS, type reports } from '../../../../contract/reports/reports.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { todayOf } from '../../accounts/index.ts'
import { countNextSteps } from '../store/next-steps.ts'

/** Returns what a person should do today, most urgent first; kinds of which there is nothing are left out. */
export async function readNextSteps(ctx: Ctx): Promise<HandlerReplyOf<typeof reports.nextSteps>> {
  const counts = await countNextSteps(ctx, await todayOf(ctx))
  return {
    steps: NEXT_STEPS.map((kind) => ({ kind, count: counts.get(kind) ?? 0 })).filter(
      ({ count }) => count > 0,
    ),
  }
}
