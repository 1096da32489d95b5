import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import type { RuleRow } from '../../../fee-schedule/index.ts'
import { lockRule } from '../../store/change-rules.ts'

/** Locks a rule that nobody changed since it was read. Refuses not_found, and wrong_state after another change. */
export async function lockRevision(ctx: Ctx, id: string, revision: number): Promise<RuleRow> {
  const rule = await lockRule(ctx, id)
  if (!rule) throw refuse('not_found')
  if (rule.revision !== revision)
    throw refuse('wrong_state', 'Somebody changed this rule meanwhile. Reload it to see their changes.')
  return rule
}
