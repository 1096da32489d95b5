import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import {
  findDefaultRule,
  hasRuleNamed,
  keepGroups,
  type RuleText,
  setRuleGroups,
} from '../../store/change-rules.ts'
import { readTerms } from './read-terms.ts'

export type RuleBody = InputOf<typeof contract.lateFeeRules.create>['body']

/** Reads what people write about a rule. Refuses invalid input and a name that is taken beside its field. */
export async function readText(ctx: Ctx, id: string, body: RuleBody): Promise<RuleText> {
  const { currency } = await readAccountRow(ctx)
  const terms = readTerms(body.terms, currency)
  if (await hasRuleNamed(ctx, body.name, id))
    throw refuseFields({ name: ['You have a rule of this name already.'] })
  return { name: body.name, covers: body.covers, terms, lineText: body.line_text, item: body.item }
}

/** Sets the groups of a rule. Refuses unknown groups, those of another rule, and a second rule for everyone else. */
export async function changeGroups(
  ctx: Ctx,
  rule: { readonly id: string; readonly isOn: boolean },
  { covers, groups }: RuleBody,
): Promise<void> {
  const chosen = covers === 'groups' ? [...new Set(groups)] : []
  if (covers === 'groups' && chosen.length === 0)
    throw refuseFields({ groups: ['Choose at least one group.'] })
  if ((await keepGroups(ctx, chosen)) < chosen.length)
    throw refuseFields({ groups: ['One of these groups does not exist. Reload the page.'] })
  const other = covers === 'everyone_else' && rule.isOn ? await findDefaultRule(ctx, rule.id) : null
  if (other !== null) throw refuseFields({ covers: [`“${other}” covers everyone else already.`] })
  const taken = await setRuleGroups(ctx, rule.id, chosen)
  if (taken.length > 0)
    throw refuseFields({ groups: [`These groups have a rule already: ${taken.join(', ')}.`] })
}
