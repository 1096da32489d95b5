import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onInSteps } from '../../platform/http/handlers.ts'
import { askEmailChange } from './actions/ask-email-change.ts'
import { cancelEmailChange } from './actions/cancel-email-change.ts'
import { checkEmailLink } from './actions/check-email-link.ts'
import { logOut } from './actions/log-out.ts'
import { proveSession } from './actions/prove-session.ts'
import { readProfile } from './actions/read-profile.ts'
import { refreshSession } from './actions/refresh-session.ts'
import { resendVerification } from './actions/resend-verification.ts'
import { updateProfile } from './actions/update-profile.ts'
import { verifyEmail } from './actions/verify-email.ts'

const { identity } = contract

/**
 * What a login of the business app can do by itself. Signing up is the accounts room's; signing in, and what customers do to
 * their logins too, the portal's, which knows both kinds.
 */
export const identityRoutes: BoundRoute[] = [
  onInSteps(identity.refreshToken, (steps, { body }) => refreshSession(steps, body.token)),
  on(identity.logOut, (ctx) => logOut(ctx)),
  onInSteps(identity.resendVerification, (steps) => resendVerification(steps)),
  on(identity.verifyEmail, (ctx, { body }) => verifyEmail(ctx, body.token)),
  on(identity.checkEmailLink, (ctx, { body }) => checkEmailLink(ctx, body.token)),
  on(identity.profile, (ctx) => readProfile(ctx)),
  onInSteps(identity.askEmailChange, (steps, { body }) => askEmailChange(steps, body)),
  on(identity.cancelEmailChange, (ctx) => cancelEmailChange(ctx)),
  onInSteps(identity.proveSecondFactor, (steps, { body }) => proveSession(steps, body)),
  on(identity.updateProfile, (ctx, { body }) => updateProfile(ctx, body)),
]
