import { NEXT_STEPS, type reports } from '../../../../contract/reports/reports.ts'
import type { HandlerReplyOf } from '../../../../contract/route.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow, todayOf } from '../../accounts/index.ts'
import { countNextSteps, nameNextSteps, sumNextSteps } from '../store/next-steps.ts'

const MOST_NAMES = 3

/** Returns what a person should do today, most urgent first; kinds of which there is nothing are left out. */
export async function readNextSteps(ctx: Ctx): Promise<HandlerReplyOf<typeof reports.nextSteps>> {
  const today = await todayOf(ctx)
  const counts = await countNextSteps(ctx, today)
  const names = counts.size === 0 ? null : await nameNextSteps(ctx, today, MOST_NAMES + 1)
  const { currency: ownCurrency } = await readAccountRow(ctx)
  const sums =
    counts.size === 0
      ? null
      : await sumNextSteps(ctx, { today, ownCurrency, drafts: counts.get('drafts') ?? 0 })
  return {
    steps: NEXT_STEPS.map((kind) => {
      const found = names?.get(kind) ?? []
      return {
        kind,
        count: counts.get(kind) ?? 0,
        names: found.slice(0, MOST_NAMES),
        more_names: found.length > MOST_NAMES,
        amounts: (sums?.get(kind) ?? []).map(({ currency, amount }) => ({
          currency,
          amount: formatAmount(amount, currency),
        })),
      }
    }).filter(({ count }) => count > 0),
  }
}
