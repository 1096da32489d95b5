import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { RuleRow } from '../../fee-schedule/index.ts'

/** A rule with its groups. */
export interface Rule extends RuleRow {
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

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
