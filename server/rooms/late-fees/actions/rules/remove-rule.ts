import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { changeRule, lockRule, setRuleGroups } from '../../store/change-rules.ts'

/** Deletes a rule. What it charged stays. Refuses not_found, and wrong_state while it is on. */
export async function removeRule(ctx: Ctx, id: string): Promise<void> {
  const rule = await lockRule(ctx, id)
  if (!rule) throw refuse('not_found')
  if (rule.state === 'on') throw refuse('wrong_state', 'This rule is on. Switch it off first.')
  await setRuleGroups(ctx, id, [])
  await changeRule(ctx, id, { deleted_at: asDate(ctx.now) })
  await audit(ctx, 'late-fees.delete-rule', { type: 'late_fee_rule', id }, { name: rule.name })
}
