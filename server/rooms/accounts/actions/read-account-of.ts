import type { Ctx } from '../../../platform/context.ts'
import type { Account } from '../rules.ts'
import { readAccountRow } from '../store/accounts.ts'

/** Returns the transaction's account with settings, company and subdomain. Reads it once per transaction. */
export const accountOf = (ctx: Ctx): Promise<Account> => readAccountRow(ctx)
