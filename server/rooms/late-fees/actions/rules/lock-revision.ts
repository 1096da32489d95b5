import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { changedBy } from '../../../accounts/index.ts'
import type { RuleRow } from '../../../fee-schedule/index.ts'
import { lockRule } from '../../store/change-rules.ts'
import { readRule } from './read-rule.ts'

const CHANGES = ['late-fees.update-rule', 'late-fees.switch-on', 'late-fees.switch-off'] as const

/**
 * Locks a rule that nobody changed since it was read. Refuses not_found, and wrong_state after another change. `advice` follows what
 * the rule says now.
 */
export async function lockRevision(
  ctx: Ctx,
  id: string,
  revision: number,
  advice: string | null = null,
): Promise<RuleRow> {
  const rule = await lockRule(ctx, id)
  if (!rule) throw refuse('not_found')
  if (rule.revision !== revision) {
    const who = await changedBy(ctx, 'this rule', { objectId: id, actions: CHANGES })
    const { sentence } = await readRule(ctx, id)
    const text = [who, `It says now: “${sentence}”`, advice].filter((part) => part !== null)
    throw refuse('wrong_state', text.join(' '))
  }
  return rule
}
