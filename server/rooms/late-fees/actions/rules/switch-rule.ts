import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { changeRule, findDefaultRule } from '../../store/change-rules.ts'
import { lockRevision } from './lock-revision.ts'
import { readRule } from './read-rule.ts'
import { requireSupport } from './require-support.ts'

/**
 * Switches a rule on from today. Refuses not_found, and wrong_state after another change, beside another rule for everyone else,
 * without the groups that it had, and for an account that can't charge late fees.
 */
export async function switchOn(
  ctx: Ctx,
  id: string,
  { revision, includesLate }: { readonly revision: number; readonly includesLate: boolean },
) {
  const rule = await lockRevision(ctx, id, revision, 'Reload it first.')
  if (rule.state === 'on') return readRule(ctx, id)
  await requireSupport(ctx)
  const shown = await readRule(ctx, id)
  if (rule.covers === 'groups' && shown.groups.length === 0)
    throw refuse('wrong_state', 'The groups of this rule were deleted. Choose other ones first.')
  const other = rule.covers === 'everyone_else' ? await findDefaultRule(ctx, id) : null
  if (other !== null)
    throw refuse(
      'wrong_state',
      `“${other}” covers everyone else already. Switch it off, or choose groups here.`,
    )
  await changeRule(ctx, id, { state: 'on', on_since: await todayOf(ctx), includes_late: includesLate })
  await audit(ctx, 'late-fees.switch-on', { type: 'late_fee_rule', id }, { name: rule.name })
  return readRule(ctx, id)
}

/** Switches a rule off. What it charged stays. Refuses not_found, and wrong_state after another change. */
export async function switchOff(ctx: Ctx, id: string, revision: number) {
  const rule = await lockRevision(ctx, id, revision, 'Reload it first.')
  if (rule.state === 'on') {
    await changeRule(ctx, id, { state: 'off', on_since: null })
    await audit(ctx, 'late-fees.switch-off', { type: 'late_fee_rule', id }, { name: rule.name })
  }
  return readRule(ctx, id)
}
