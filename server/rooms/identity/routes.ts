import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onInSteps } from '../../platform/http/handlers.ts'
import { askEmailChange } from './actions/ask-email-change.ts'
import { beginSecondFactor } from './actions/begin-second-factor.ts'
import { cancelEmailChange } from './actions/cancel-email-change.ts'
import { endSecondFactor, renewRecoveryCodes } from './actions/change-second-factor.ts'
import { checkEmailLink } from './actions/check-email-link.ts'
import { confirmSecondFactor } from './actions/confirm-second-factor.ts'
import { endOtherSessions } from './actions/end-other-sessions.ts'
import { endSession } from './actions/end-session.ts'
import { listSessions } from './actions/list-sessions.ts'
import { logOut } from './actions/log-out.ts'
import { proveSession } from './actions/prove-session.ts'
import { readProfile } from './actions/read-profile.ts'
import { readSecondFactor } from './actions/read-second-factor.ts'
import { refreshSession } from './actions/refresh-session.ts'
import { resendVerification } from './actions/resend-verification.ts'
import { updateProfile } from './actions/update-profile.ts'
import { verifyEmail } from './actions/verify-email.ts'

const { identity } = contract

/** What a login can do by itself. Signing up is the accounts room's, signing in the portal's, which knows both kinds. */
export const identityRoutes: BoundRoute[] = [
  onInSteps(identity.refreshToken, (steps, { body }) => refreshSession(steps, body.token)),
  on(identity.logOut, (ctx) => logOut(ctx)),
  onInSteps(identity.resendVerification, (steps) => resendVerification(steps)),
  on(identity.verifyEmail, (ctx, { body }) => verifyEmail(ctx, body.token)),
  on(identity.checkEmailLink, (ctx, { body }) => checkEmailLink(ctx, body.token)),
  on(identity.profile, (ctx) => readProfile(ctx)),
  onInSteps(identity.askEmailChange, (steps, { body }) => askEmailChange(steps, body)),
  on(identity.cancelEmailChange, (ctx) => cancelEmailChange(ctx)),
  on(identity.sessions, (ctx) => listSessions(ctx)),
  on(identity.endSession, (ctx, { params }) => endSession(ctx, params.session)),
  on(identity.endOtherSessions, (ctx) => endOtherSessions(ctx)),
  on(identity.secondFactor, (ctx) => readSecondFactor(ctx)),
  onInSteps(identity.beginSecondFactor, (steps, { body }) => beginSecondFactor(steps, body)),
  onInSteps(identity.confirmSecondFactor, (steps, { body }) => confirmSecondFactor(steps, body)),
  onInSteps(identity.proveSecondFactor, (steps, { body }) => proveSession(steps, body)),
  onInSteps(identity.renewRecoveryCodes, (steps, { body }) => renewRecoveryCodes(steps, body)),
  onInSteps(identity.endSecondFactor, (steps, { body }) => endSecondFactor(steps, body)),
  on(identity.updateProfile, (ctx, { body }) => updateProfile(ctx, body)),
]
