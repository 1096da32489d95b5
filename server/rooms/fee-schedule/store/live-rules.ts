import type { Selectable } from 'kysely'
import type { LiveFeeRule } from '../../../../domain/late-fees/decide-fee.ts'
import type { FeeTerms } from '../../../../domain/late-fees/fee-terms.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'

export type RuleRow = Selectable<Database['late_fee_rules']>

/** Returns the terms of a rule. */
export const termsOf = (row: RuleRow): FeeTerms => ({
  kind: row.kind,
  flatMinor: row.flat_minor,
  ratePpm: row.rate_ppm,
  compounds: row.compounds,
  graceDays: row.grace_days,
  repeat: row.repeat,
  everyDays: row.every_days,
  dayOfMonth: row.day_of_month,
  capMinor: row.cap_minor,
  capPpm: row.cap_ppm,
  yearlyCapPpm: row.yearly_cap_ppm,
  minRemainingMinor: row.min_remaining_minor,
})

/** Returns a rule that is on as fees are decided by it. `currency` is the account's. */
export const liveRuleOf = (row: RuleRow, currency: string): LiveFeeRule => ({
  terms: termsOf(row),
  currency,
  onSince: row.on_since!,
  includesLate: row.includes_late,
})

/** Returns the rules that are on. */
export const selectLiveRules = (ctx: Ctx): Promise<RuleRow[]> => liveRules(ctx).execute()

/** Keeps the rules that are on from being changed until the transaction ends, and returns them. */
export const holdLiveRules = (ctx: Ctx): Promise<RuleRow[]> => liveRules(ctx).forShare().execute()

const liveRules = (ctx: Ctx) =>
  ctx.db
    .selectFrom('late_fee_rules')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('state', '=', 'on')
    .orderBy('id')
