import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Settings that the row-level policies read. Each is local to a transaction. */
export type PolicySetting =
  | 'app.account_id'
  /** Accounts that a person works in, as the text of an array. */
  | 'app.account_ids'
  | 'app.user_id'
  | 'app.presented_sub_domain'
  | 'app.presented_token'
  | 'app.scheduler'

/** Sets a value for the rest of the transaction on the server that it is connected to. */
export const setHere = (tx: Tx, setting: PolicySetting, value: string): Promise<unknown> =>
  tx.executeQuery(CompiledQuery.raw('select set_config($1, $2, true)', [setting, value]))

/**
 * Sets a value for the rest of the transaction on every node of a distributed database. Only the statement `set local`
 * travels to the nodes, and it takes no parameters.
 */
export const setOnAllNodes = (tx: Tx, setting: PolicySetting, value: string): Promise<unknown> =>
  sql`set local ${sql.raw(setting)} = ${sql.lit(value)}`.execute(tx)
