import { type Selectable, sql } from 'kysely'
import type { FeeTerms } from '../../../../domain/late-fees/fee-terms.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'

export type RuleRow = Selectable<Database['late_fee_rules']>

/** A rule with its groups. */
export interface Rule extends RuleRow {
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

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

/** Returns rules by name; with an id, only that one. */
export async function selectRules(ctx: Ctx, id?: string): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select r.*, coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by lower(g.name))
        from late_fee_rule_groups m join customer_groups g on g.account_id = m.account_id and g.id = m.group_id
        where m.account_id = ${ctx.accountId} and m.rule_id = r.id), '[]') as groups
    from late_fee_rules r
    where r.account_id = ${ctx.accountId} and r.deleted_at is null ${id === undefined ? sql`` : sql`and r.id = ${id}`}
    order by lower(r.name), r.id`.execute(ctx.db)
  return rows
}

/** Keeps the rules that are on from being changed until the transaction ends, and returns them. */
export const holdLiveRules = (ctx: Ctx): Promise<RuleRow[]> =>
  ctx.db
    .selectFrom('late_fee_rules')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('state', '=', 'on')
    .orderBy('id')
    .forShare()
    .execute()

export async function hasLiveRule(ctx: Ctx): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('late_fee_rules')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('state', '=', 'on')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
