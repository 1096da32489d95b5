import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { askEmailChange } from './actions/email/ask-email-change.ts'
import { cancelEmailChange } from './actions/email/cancel-email-change.ts'
import { checkEmailLink } from './actions/email/check-email-link.ts'
import { resendVerification } from './actions/email/resend-verification.ts'
import { verifyEmail } from './actions/email/verify-email.ts'
import { readProfile } from './actions/people/read-profile.ts'
import { updateProfile } from './actions/people/update-profile.ts'
import { logOut } from './actions/sessions/log-out.ts'
import { proveSession } from './actions/sessions/prove-session.ts'
import { refreshSession } from './actions/sessions/refresh-session.ts'

const { identity } = contract

/**
 * What a login of the business app can do by itself. Signing up is the accounts room's; signing in, and what customers do to
 * their logins too, the portal's, which knows both kinds.
 */
export const identityRoutes: BoundRoute[] = [
  onUnitOfWork(identity.refreshToken, (uow, { body }) => refreshSession(uow, body.token)),
  on(identity.logOut, (ctx) => logOut(ctx)),
  onUnitOfWork(identity.resendVerification, (uow) => resendVerification(uow)),
  on(identity.verifyEmail, (ctx, { body }) => verifyEmail(ctx, body.token)),
  on(identity.checkEmailLink, (ctx, { body }) => checkEmailLink(ctx, body.token)),
  on(identity.profile, (ctx) => readProfile(ctx)),
  onUnitOfWork(identity.askEmailChange, (uow, { body }) => askEmailChange(uow, body)),
  on(identity.cancelEmailChange, (ctx) => cancelEmailChange(ctx)),
  onUnitOfWork(identity.proveSecondFactor, (uow, { body }) => proveSession(uow, body)),
  on(identity.updateProfile, (ctx, { body }) => updateProfile(ctx, body)),
]
