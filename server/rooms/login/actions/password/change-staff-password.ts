import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { selectCompanyNames } from '../../../accounts/index.ts'
import {
  checkNewPassword,
  holdUserWithPassword,
  proveOwnPassword,
  replacePassword,
  staffAccountSecurity,
} from '../../../identity/index.ts'

/**
 * Changes the caller's own password and ends their other sessions. Throws invalid_input beside the wrong field,
 * too_many_requests, and conflict when the password was changed concurrently.
 */
export async function changeStaffPassword(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<typeof contract.identity.changePassword>,
): Promise<{ detail: string }> {
  const own = staffAccountSecurity(uow.actor)
  const user = await proveOwnPassword(uow, body.current_password, own)
  const companyNames = await uow.transaction((ctx) => selectCompanyNames(ctx, user.id))
  await checkNewPassword(body, { email: user.email, companyNames })
  const hash = await hashPassword(body.password1)
  await uow.transaction(async (ctx) => {
    const held = await holdUserWithPassword(ctx, user.id, user.passwordHash)
    if (held === null) throw refuse('conflict')
    const how = { action: 'identity.change-password', keepSessionId: own.sessionId } as const
    await replacePassword(ctx, held, hash, how)
  })
  return { detail: msg('Your password was changed. We logged out your other devices.') }
}
