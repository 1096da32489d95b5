import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { selectFlows } from '../../store/flows.ts'
import { selectStepFigures } from '../../store/step-figures.ts'
import { readAccountFacts } from '../engine/read-account-facts.ts'

const FIGURE_DAYS = 365

/** Returns what the steps of a flow sent in the last 12 months, and the account's days off. Refuses not_found. */
export async function readFigures(ctx: Ctx, id: string) {
  const [flow] = await selectFlows(ctx, id)
  if (!flow) throw refuse('not_found')
  const { daysOff } = await readAccountFacts(ctx)
  const steps = [flow.live?.definition, flow.draft].flatMap((one) => one?.steps.map((step) => step.id) ?? [])
  return {
    steps: await selectStepFigures(ctx, [...new Set(steps)], ctx.now - FIGURE_DAYS * DAY_MS),
    weekends: daysOff.weekends,
    holidays: [...daysOff.holidays].map(([day, name]) => ({ day, name })),
  }
}
