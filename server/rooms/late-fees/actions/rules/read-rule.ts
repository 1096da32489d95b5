import { LATE_FEES_UNSUPPORTED } from '../../../../../domain/accounts/late-fee-support.ts'
import { feeSentence } from '../../../../../domain/late-fees/fee-sentence.ts'
import { yearlyRatePpm } from '../../../../../domain/late-fees/fee-terms.ts'
import type { CurrencyCode } from '../../../../../domain/money/money.ts'
import { formatRate } from '../../../../../domain/money/rate.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { hasLateFees, readAccountRow } from '../../../accounts/index.ts'
import { termsOf } from '../../../fee-schedule/index.ts'
import { type Rule, selectRules } from '../../store/rules.ts'
import { showTerms } from './read-terms.ts'

/** Lists the rules by name. */
export async function listRules(ctx: Ctx) {
  const account = await readAccountRow(ctx)
  return {
    results: (await selectRules(ctx)).map((rule) => showRule(rule, account.currency)),
    unsupported: hasLateFees(account) ? null : LATE_FEES_UNSUPPORTED,
  }
}

/** Refuses not_found. */
export async function readRule(ctx: Ctx, id: string) {
  const { currency } = await readAccountRow(ctx)
  const [rule] = await selectRules(ctx, id)
  if (!rule) throw refuse('not_found')
  return showRule(rule, currency)
}

function showRule(rule: Rule, currency: CurrencyCode) {
  const terms = termsOf(rule)
  return {
    pk: rule.id,
    id: rule.id,
    name: rule.name,
    covers: rule.covers,
    groups: rule.groups.map(({ id, name }) => ({ pk: id, name })),
    state: rule.state,
    on_since: rule.on_since,
    includes_late: rule.includes_late,
    revision: rule.revision,
    terms: showTerms(terms, currency),
    sentence: feeSentence(terms, currency),
    yearly_rate: formatRate(yearlyRatePpm(terms)),
    line_text: rule.line_text,
    item: rule.item,
    created: isoInstant(rule.created_at.getTime()),
    updated: isoInstant(rule.updated_at.getTime()),
  }
}
