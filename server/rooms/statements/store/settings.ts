import type { Ctx } from '../../../platform/context.ts'
import type { StatementSettingsRow } from '../tables.ts'

export type StatementSettings = Omit<StatementSettingsRow, 'account_id'>

const DEFAULTS: StatementSettings = {
  kind: 'open_item',
  send_day: null,
  send_hour: 9,
  only_open: true,
  on_since: null,
}

/** Returns how the account sends statements by itself. */
export async function readStatementSettings(ctx: Ctx): Promise<StatementSettings> {
  const row = await ctx.db
    .selectFrom('statement_settings')
    .select(['kind', 'send_day', 'send_hour', 'only_open', 'on_since'])
    .where('account_id', '=', ctx.accountId)
    .executeTakeFirst()
  return row ?? DEFAULTS
}

export async function writeStatementSettings(ctx: Ctx, settings: StatementSettings): Promise<void> {
  await ctx.db
    .insertInto('statement_settings')
    .values({ account_id: ctx.accountId, ...settings })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(settings))
    .execute()
}
