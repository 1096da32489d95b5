import type { Steps } from '../../../platform/context.ts'
import { triesTakenBack } from '../store/tries.ts'
import { alone } from './each-covered.ts'
import { settleTry } from './settle-try.ts'

const MOST_AT_ONCE = 200

/** Sees to charges that went through and came back since: the bank returned the e-check, the cardholder disputed it. */
export async function settleTakenBack(steps: Steps): Promise<void> {
  for (const one of await steps.transaction((ctx) => triesTakenBack(ctx, MOST_AT_ONCE)))
    await alone(steps, one.invoice_id, async () => {
      await steps.transaction((ctx) => settleTry(ctx, one.id))
    })
}
