import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { peekToken } from '../../../identity/index.ts'
import { PORTAL_RESETS, type PortalReset } from '../../rules.ts'
import { resetPortalPassword } from './reset-portal-password.ts'
import { resetStaffPassword } from './reset-staff-password.ts'

/**
 * Sets a new password with a mailed token, for the kind of login that the token belongs to. A portal's token is good on
 * that portal's host and on the app's own host only. Throws token_expired, or invalid_input beside the password fields.
 */
export async function resetPassword(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<typeof contract.identity.resetPassword>,
): Promise<{ detail: string }> {
  const token = await uow.transaction((ctx) =>
    peekToken(ctx, body.token, ['reset_password', ...PORTAL_RESETS]),
  )
  if (token.purpose === 'reset_password') {
    await resetStaffPassword(uow, body)
  } else {
    const { accountId } = token
    if (accountId === null || (uow.hostAccountId ?? accountId) !== accountId) throw refuse('token_expired')
    const purpose = token.purpose as PortalReset
    await resetPortalPassword(uow, accountId, purpose, body)
    if (purpose === 'portal_undo_second_factor')
      return { detail: msg('Two-step login is off and your new password is set. Log in with it.') }
  }
  return { detail: msg('Your new password is set. Log in with it.') }
}
