import type { Ctx } from '../../../platform/context.ts'
import type { Account } from '../rules.ts'
import { readAccountRow } from '../store/accounts.ts'

/** The account that the transaction is in: settings, company, portal address. Read once a transaction. */
export const accountOf = (ctx: Ctx): Promise<Account> => readAccountRow(ctx)
