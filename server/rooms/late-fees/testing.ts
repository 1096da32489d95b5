import { asDate } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { nextId } from '../../platform/context.ts'
import { todayOf } from '../accounts/index.ts'
import { oneOfManyGroups } from '../customers/testing.ts'
import { chargeLateFees, waiveLateFees } from '../invoices/index.ts'
import { anOpenInvoice } from '../invoices/testing.ts'
import { createRule } from './actions/rules/create-rule.ts'
import type { RuleBody } from './actions/rules/read-text.ts'
import { switchOn } from './actions/rules/switch-rule.ts'
import { changeRule } from './store/change-rules.ts'

export { chargeDue } from './actions/engine/charge-due.ts'
export { createRule } from './actions/rules/create-rule.ts'
export { switchOn } from './actions/rules/switch-rule.ts'

/** Terms of 1.25% a month from the tenth day on, up to 10% of the invoice. */
export const MONTHLY_TERMS: RuleBody['terms'] = {
  kind: 'percent',
  flat: '0',
  rate: '1.25',
  compounds: false,
  grace_days: 10,
  repeat: 'monthly',
  every_days: 0,
  day_of_month: null,
  cap: null,
  cap_rate: '10',
  yearly_cap_rate: null,
  min_remaining: '0',
}

/** Returns what a person writes about a rule for one group of customers. */
export const ruleBody = (group: string, name: string): RuleBody => ({
  name,
  covers: 'groups',
  groups: [group],
  terms: MONTHLY_TERMS,
  line_text: 'Late fee, {month}',
  item: '',
})

const RULES_KEPT = 20
/** Ids of the rules that oneOfManyRules got in each account, oldest first: a stopped clock gives them no order. */
const madeRules = new Map<string, string[]>()

/** Keeps an account that gets many rules below its limit by deleting the oldest of them. */
async function oneOfManyRules<Rule extends { readonly pk: string }>(ctx: Ctx, rule: Rule): Promise<Rule> {
  const made = [...(madeRules.get(ctx.accountId!) ?? []), rule.pk]
  madeRules.set(ctx.accountId!, made.slice(-RULES_KEPT))
  for (const id of made.slice(0, -RULES_KEPT))
    await changeRule(ctx, id, { state: 'off', on_since: null, deleted_at: asDate(ctx.now) })
  return rule
}

/** Creates a rule for a new group, as a draft or switched on. */
export async function aLateFeeRule(ctx: Ctx, state: 'draft' | 'on' = 'draft') {
  const group = await oneOfManyGroups(ctx)
  const rule = await oneOfManyRules(ctx, await createRule(ctx, ruleBody(group, `Rule ${nextId(ctx)}`)))
  return state === 'on' ? switchOn(ctx, rule.pk, { revision: rule.revision, includesLate: false }) : rule
}

/** Charges a new invoice a fee of 1.00, waives it or not, and returns the fee's id. */
export async function aLateFee(ctx: Ctx, state: 'charged' | 'waived' = 'charged'): Promise<string> {
  const { pk: ruleId } = await aLateFeeRule(ctx)
  const invoice = await anOpenInvoice(ctx, { amount: '100.00' })
  const today = await todayOf(ctx)
  const fee = {
    invoiceId: invoice.pk,
    ruleId,
    planId: null,
    period: 0,
    day: today,
    amountMinor: 1_00n,
    cap: null,
  }
  const [charged] = await chargeLateFees(ctx, [{ ...fee, description: 'Late fee' }], today)
  if (state === 'waived') await waiveLateFees(ctx, [charged!.id], 'Goodwill', today)
  return charged!.id
}
