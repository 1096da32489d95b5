import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { readAccountRow, setTypeOnce } from '../../store/accounts.ts'
import { readAccount } from '../read-account.ts'

/**
 * Chooses once how the account invoices; 'other' is a synonym of provider. Throws wrong_state afterwards and
 * where no choice is offered.
 */
export async function setAccountType(ctx: Ctx, given: 'local' | 'provider' | 'other') {
  const type = given === 'other' ? 'provider' : given
  const { type: before } = await readAccountRow(ctx)
  if (before !== null || !(await setTypeOnce(ctx, type))) {
    throw refuse('wrong_state', 'You’ve already chosen an account type. You can’t change it.')
  }
  await audit(ctx, 'accounts.set-account-type', { type: 'account', id: ctx.accountId }, { type })
  return readAccount(ctx)
}
