import type { FeeRuleSpec } from '../commands.ts'

/**
 * Drops what the product refuses when a rule is saved. Done when a scenario runs, because a generated value that was mapped does
 * not shrink.
 */
export function resolveFeeRule(rule: FeeRuleSpec): FeeRuleSpec {
  return {
    ...rule,
    flat: rule.kind === 'percent' ? 0 : rule.flat,
    rate: rule.kind === 'flat' ? 0 : rule.rate,
    compounds: rule.compounds && rule.repeat !== 'once' && rule.kind !== 'flat',
    everyDays: rule.repeat === 'days' ? rule.everyDays : 0,
    dayOfMonth: rule.repeat === 'monthly' ? rule.dayOfMonth : null,
    yearlyShare: rule.kind === 'flat' ? rule.yearlyShare : null,
  }
}
