import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { checkKeptHere } from '../../../accounts/index.ts'
import type { Issuer } from '../read/read-issuer.ts'

/** Refuses account_type_missing, and wrong_state when invoices are kept in an accounting platform, with where to go instead. */
export async function checkLocal(ctx: Ctx, issuer: Issuer): Promise<void> {
  if (issuer.accountType === null) throw refuse('account_type_missing')
  await checkKeptHere(ctx, 'Create invoices')
}
