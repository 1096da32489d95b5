import { NEXT_STEPS, type reports } from '../../../../contract/reports/reports.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { todayOf } from '../../accounts/index.ts'
import { countNextSteps, nameNextSteps } from '../store/next-steps.ts'

const MOST_NAMES = 3

/** Returns what a person should do today, most urgent first; kinds of which there is nothing are left out. */
export async function readNextSteps(ctx: Ctx): Promise<HandlerReplyOf<typeof reports.nextSteps>> {
  const today = await todayOf(ctx)
  const counts = await countNextSteps(ctx, today)
  const names = counts.size === 0 ? null : await nameNextSteps(ctx, today, MOST_NAMES + 1)
  return {
    steps: NEXT_STEPS.map((kind) => {
      const found = names?.get(kind) ?? []
      return {
        kind,
        count: counts.get(kind) ?? 0,
        names: found.slice(0, MOST_NAMES),
        more_names: found.length > MOST_NAMES,
      }
    }).filter(({ count }) => count > 0),
  }
}
