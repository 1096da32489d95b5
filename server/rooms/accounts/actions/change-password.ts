import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import type { OpenSteps } from '../../../platform/context.ts'
import { hashPassword, verifyPassword } from '../../../platform/password-hashing.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { takeTurn } from '../../../platform/throttle.ts'
import { checkNewPassword, findUser, holdUserWithPassword, replacePassword } from '../../identity/index.ts'
import { selectCompanyNames } from '../store/members.ts'

const MOST = 10
const WINDOW_S = 15 * 60

/**
 * Changes one's own password, which one has to know, and ends every other session of one's own.
 * Throws invalid_input beside the field that is wrong.
 */
export async function changePassword(
  steps: OpenSteps,
  { body }: InputOf<typeof contract.identity.changePassword>,
): Promise<{ detail: string }> {
  const { actor } = steps
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  await takeTurn(steps.app, `change password ${actor.userId}`, MOST, WINDOW_S)
  const { user, companyNames } = await steps.transaction(async (ctx) => ({
    user: await findUser(ctx, actor.userId),
    companyNames: await selectCompanyNames(ctx, actor.userId),
  }))
  if (user?.passwordHash == null) throw refuse('session_ended')
  const formerHash = user.passwordHash
  const { ok } = await verifyPassword(body.current_password, formerHash)
  if (!ok) throw refuseFields({ current_password: ['That is not your present password.'] })
  await checkNewPassword(body, { email: user.email, companyNames })
  const hash = await hashPassword(body.password1)
  await steps.transaction(async (ctx) => {
    const held = await holdUserWithPassword(ctx, user.id, formerHash)
    if (held === null) throw refuse('conflict')
    const how = { action: 'identity.change-password', keepSessionId: actor.sessionId }
    await replacePassword(ctx, held, hash, how)
  })
  return { detail: 'Your password was changed. Every other device has been signed out.' }
}
