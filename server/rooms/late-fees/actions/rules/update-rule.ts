import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { changeRule } from '../../store/change-rules.ts'
import { lockRevision } from './lock-revision.ts'
import { readRule } from './read-rule.ts'
import { changeGroups, type RuleBody, readText } from './read-text.ts'

/**
 * Changes a rule, from its next fees on: a month that was charged stays charged, and days keep their distance. Refuses not_found,
 * wrong_state after another change, and invalid input beside its field.
 */
export async function updateRule(ctx: Ctx, id: string, body: RuleBody & { readonly revision: number }) {
  const rule = await lockRevision(ctx, id, body.revision)
  const text = await readText(ctx, id, body)
  await changeGroups(ctx, { id, isOn: rule.state === 'on' }, body)
  await changeRule(ctx, id, { text })
  await audit(ctx, 'late-fees.update-rule', { type: 'late_fee_rule', id }, { name: body.name })
  return readRule(ctx, id)
}
