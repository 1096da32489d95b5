import { audit } from '../../../../platform/audit.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { countRules, insertRule } from '../../store/change-rules.ts'
import { readRule } from './read-rule.ts'
import { changeGroups, type RuleBody, readText } from './read-text.ts'
import { requireSupport } from './require-support.ts'

/** The list of rules shows all of them. */
const MAX_RULES = 50

/** Adds a rule as a draft. Refuses invalid input beside its field, and wrong_state at the limit and without support. */
export async function createRule(ctx: Ctx, body: RuleBody) {
  await requireSupport(ctx)
  if ((await countRules(ctx)) >= MAX_RULES)
    throw refuse('wrong_state', `You can have at most ${MAX_RULES} rules. Delete one you don’t need.`)
  const id = nextId(ctx)
  await insertRule(ctx, id, await readText(ctx, id, body))
  await changeGroups(ctx, { id, isOn: false }, body)
  await audit(ctx, 'late-fees.create-rule', { type: 'late_fee_rule', id }, { name: body.name })
  return readRule(ctx, id)
}
