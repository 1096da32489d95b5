import { sql } from 'kysely'
import { asDate } from '../../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'

/** Writes a rule that charges 1.25% each month, and returns its id. */
export async function aFeeRule(ctx: Ctx): Promise<string> {
  const id = nextId(ctx)
  await sql`insert into late_fee_rules (account_id, id, name, covers, kind, flat_minor, rate_ppm, compounds, grace_days, repeat, every_days,
      line_text, created_at, updated_at)
    values (${ctx.accountId}, ${id}, ${`Rule ${id}`}, 'groups', 'percent', 0, 12500, false, 10, 'monthly', 0, 'Late fee, {month}',
      ${asDate(ctx.now)}, ${asDate(ctx.now)})`.execute(ctx.db)
  return id
}
