import { LATE_FEES_UNSUPPORTED } from '../../../../../domain/accounts/late-fee-support.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { hasLateFees, readAccountRow } from '../../../accounts/index.ts'

/** Refuses wrong_state for an account that can't charge late fees. */
export async function requireSupport(ctx: Ctx): Promise<void> {
  if (!hasLateFees(await readAccountRow(ctx))) throw refuse('wrong_state', LATE_FEES_UNSUPPORTED)
}
