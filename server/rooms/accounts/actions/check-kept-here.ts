import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { editElsewhere } from '../rules.ts'
import { readAccountRow } from '../store/accounts.ts'

/**
 * Refuses wrong_state when the account's customers, invoices and credit memos are kept in an accounting platform, with where to go
 * instead: `what` is 'Create invoices'.
 */
export async function checkKeptHere(ctx: Ctx, what: string): Promise<void> {
  const account = await readAccountRow(ctx)
  if (account.type === 'provider') throw refuse('wrong_state', editElsewhere(account, what))
}
