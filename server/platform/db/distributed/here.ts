import { type RawBuilder, sql } from 'kysely'

/**
 * The account as one row `here`, for an insert of values from elsewhere: `select here.account_id, … from ${here(accountId)},
 * jsonb_to_recordset(…)`. A distributed database then sends the whole insert to the account's node. Without it, it would
 * copy the rows there one by one, which row-level security refuses.
 */
export const here = (accountId: string): RawBuilder<unknown> =>
  sql`(select c.account_id from companies c where c.account_id = ${accountId}) here`
