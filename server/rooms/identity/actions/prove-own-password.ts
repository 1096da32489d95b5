import type { OpenSteps, Steps } from '../../../platform/context.ts'
import { verifyPassword } from '../../../platform/password-hashing.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { takeTurn } from '../../../platform/throttle.ts'
import type { Login, OwnLogin } from './own-login.ts'

const MOST = 10
const WINDOW_S = 15 * 60
const NO_PASSWORD = 'You have no password yet. Have a link mailed to you that sets one.'

/**
 * The login of whoever is signed in and has typed their current password, before something that a borrowed session must not
 * do. Tries are counted. Throws invalid_input beside current_password, session_ended, or too_many_requests.
 */
export async function proveOwnPassword<L extends Login>(
  steps: Steps | OpenSteps,
  typed: string,
  own: OwnLogin<L>,
): Promise<L & { readonly passwordHash: string }> {
  await takeTurn(steps.app, `own password ${own.id}`, MOST, WINDOW_S)
  const user = await steps.transaction((ctx) => own.find(ctx))
  if (user === null) throw refuse('session_ended')
  if (user.passwordHash === null) throw refuseFields({ current_password: [NO_PASSWORD] })
  const { ok } = await verifyPassword(typed, user.passwordHash)
  if (!ok) throw refuseFields({ current_password: ['That is not your current password.'] })
  return { ...user, passwordHash: user.passwordHash }
}
