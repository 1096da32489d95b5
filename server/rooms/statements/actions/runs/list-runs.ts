import type { Ctx } from '../../../../platform/context.ts'
import { presentRun } from '../../rules/present-run.ts'
import { selectRuns } from '../../store/runs.ts'

const LAST = 10

/** Returns the last runs with their progress, the latest first. */
export const listRuns = async (ctx: Ctx) => ({ runs: (await selectRuns(ctx, LAST)).map(presentRun) })
