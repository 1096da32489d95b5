import { contract } from '../../../contract/index.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endOtherSessions,
  endSecondFactor,
  endSession,
  listSessions,
  readSecondFactor,
  renewRecoveryCodes,
} from '../identity/index.ts'
import { checkPortalLink } from './actions/customer/check-portal-link.ts'
import { enrollInPortal } from './actions/customer/enroll-in-portal.ts'
import { logInByLink } from './actions/link/log-in-by-link.ts'
import { sendLogInLink } from './actions/link/send-log-in-link.ts'
import { changeOwnPassword } from './actions/password/change-own-password.ts'
import { requestPasswordReset } from './actions/password/request-password-reset.ts'
import { resetPassword } from './actions/password/reset-password.ts'
import { enterPortal } from './actions/pay-link/enter-portal.ts'
import { sendPortalCode } from './actions/pay-link/send-portal-code.ts'
import { beginLink } from './actions/provider/begin-link.ts'
import { beginLogin } from './actions/provider/begin-login.ts'
import { connectProvider } from './actions/provider/connect-provider.ts'
import { exchangeCode } from './actions/provider/exchange-code.ts'
import { listIdentities } from './actions/provider/list-identities.ts'
import { logInWithProvider } from './actions/provider/log-in-with-provider.ts'
import { readSignUpProfile } from './actions/provider/read-sign-up-profile.ts'
import { signUpWithProvider } from './actions/provider/sign-up-with-provider.ts'
import { unlinkProvider } from './actions/provider/unlink-provider.ts'
import { findAccountSecurity } from './actions/session/find-account-security.ts'
import { logIn } from './actions/session/log-in.ts'
import { logOut } from './actions/session/log-out.ts'
import { proveSession } from './actions/session/prove-session.ts'
import { refreshSession } from './actions/session/refresh-session.ts'
import { renewFramedSession } from './actions/session/renew-framed-session.ts'
import { signUp } from './actions/staff/sign-up.ts'
import { signUpInvited } from './actions/staff/sign-up-invited.ts'

const { identity, logInLinks, payLinkEntry, socialLogins } = contract

const sessionRoutes: BoundRoute[] = [
  onUnitOfWork(identity.signUp, (uow, { body, query: { invite } }) =>
    // An empty code is no invitation.
    invite ? signUpInvited(uow, { body, code: invite }) : signUp(uow, { body }),
  ),
  onUnitOfWork(identity.logIn, (uow, input) => logIn(uow, input)),
  onUnitOfWork(identity.refreshToken, (uow, { body }) => refreshSession(uow, body.token)),
  onUnitOfWork(identity.proveSecondFactor, (uow, { body }) => proveSession(uow, body)),
  on(identity.logOut, (ctx) => logOut(ctx)),
  onUnitOfWork(identity.forgotPassword, (uow, input) => requestPasswordReset(uow, input)),
  onUnitOfWork(identity.resetPassword, (uow, input) => resetPassword(uow, input)),
  onUnitOfWork(identity.renewFramedSession, (uow, input, cookie) => renewFramedSession(uow, input, cookie)),
  onUnitOfWork(identity.enrollInPortal, (uow, input) => enrollInPortal(uow, input)),
  on(identity.checkPortalLink, (ctx, { body }) => checkPortalLink(ctx, body)),
  onUnitOfWork(logInLinks.send, (uow, input) => sendLogInLink(uow, input)),
  onUnitOfWork(payLinkEntry.sendCode, (uow) => sendPortalCode(uow)),
  onUnitOfWork(payLinkEntry.enter, (uow, input) => enterPortal(uow, input)),
  onUnitOfWork(logInLinks.open, (uow, input) => logInByLink(uow, input)),
]

/** One call of each serves staff and customers. */
const securityRoutes: BoundRoute[] = [
  onUnitOfWork(identity.changePassword, (uow, input) => changeOwnPassword(uow, input)),
  on(identity.sessions, (ctx) => listSessions(ctx, findAccountSecurity(ctx))),
  on(identity.endSession, (ctx, { params }) => endSession(ctx, params.session, findAccountSecurity(ctx))),
  on(identity.endOtherSessions, (ctx) => endOtherSessions(ctx, findAccountSecurity(ctx))),
  on(identity.secondFactor, (ctx) => readSecondFactor(ctx, findAccountSecurity(ctx))),
  onUnitOfWork(identity.beginSecondFactor, (uow, { body }) =>
    beginSecondFactor(uow, body, findAccountSecurity(uow)),
  ),
  onUnitOfWork(identity.confirmSecondFactor, (uow, { body }) =>
    confirmSecondFactor(uow, body, findAccountSecurity(uow)),
  ),
  onUnitOfWork(identity.renewRecoveryCodes, (uow, { body }) =>
    renewRecoveryCodes(uow, body, findAccountSecurity(uow)),
  ),
  onUnitOfWork(identity.endSecondFactor, (uow, { body }) =>
    endSecondFactor(uow, body, findAccountSecurity(uow)),
  ),
]

const providerRoutes: BoundRoute[] = [
  onUnitOfWork(socialLogins.begin, (uow, input) => beginLogin(uow, input)),
  onUnitOfWork(socialLogins.exchange, (uow, input) => exchangeCode(uow, input)),
  onUnitOfWork(socialLogins.logIn, (uow, input) => logInWithProvider(uow, input)),
  onUnitOfWork(socialLogins.signUp, (uow, input) => signUpWithProvider(uow, input)),
  on(socialLogins.signUpProfile, (ctx, input) => readSignUpProfile(ctx, input)),
  on(socialLogins.list, (ctx) => listIdentities(ctx)),
  onUnitOfWork(socialLogins.beginLink, (uow, input) => beginLink(uow, input)),
  onUnitOfWork(socialLogins.connect, (uow, input) => connectProvider(uow, input)),
  onUnitOfWork(socialLogins.unlink, (uow, input) => unlinkProvider(uow, input)),
]

export const loginRoutes: BoundRoute[] = [...sessionRoutes, ...securityRoutes, ...providerRoutes]
