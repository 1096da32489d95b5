import type { Steps } from '../../../platform/context.ts'
import { servePaper } from '../../../platform/pdf/serve-paper.ts'
import { creditMemoPaper } from './credit-memo-paper.ts'

/** The PDF of a credit memo that the actor may see. Refuses not_found, and as `servePaper` does. */
export const creditMemoPdfOf = (steps: Steps, id: string) =>
  servePaper(steps, (ctx) => creditMemoPaper(ctx, id))
