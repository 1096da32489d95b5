import './tables.ts'

export { sendVerification } from './actions/email/send-verification.ts'
export { checkNewPassword } from './actions/passwords/check-new-password.ts'
export { equalizeTiming } from './actions/passwords/equalize-timing.ts'
export { proveOwnPassword } from './actions/passwords/prove-own-password.ts'
export { replacePassword } from './actions/passwords/replace-password.ts'
export { sendResetLink } from './actions/passwords/send-reset-link.ts'
export { auditPerson } from './actions/people/audit-person.ts'
export { createUser } from './actions/people/create-user.ts'
export { mailUser } from './actions/people/mail-user.ts'
export { serializeUser } from './actions/people/serialize-user.ts'
export { warnOwner } from './actions/people/warn-owner.ts'
export { beginSecondFactor } from './actions/second-factor/begin-second-factor.ts'
export { endSecondFactor, renewRecoveryCodes } from './actions/second-factor/change-second-factor.ts'
export { confirmSecondFactor } from './actions/second-factor/confirm-second-factor.ts'
export { notifyRecoveryCodeUsed } from './actions/second-factor/notify-recovery-code-used.ts'
export { type TypedFactors, withOwnFactors } from './actions/second-factor/prove-own-factors.ts'
export { readSecondFactor } from './actions/second-factor/read-second-factor.ts'
export { revokeSecondFactor } from './actions/second-factor/revoke-second-factor.ts'
export {
  consumeSecondFactorRateLimit,
  releaseSecondFactorRateLimit,
  spendSecondFactor,
} from './actions/second-factor/spend-second-factor.ts'
export { tryCode } from './actions/second-factor/try-code.ts'
export {
  type AccountSecurity,
  type Login,
  staffAccountSecurity,
} from './actions/sessions/describe-account-security.ts'
export { drawSession, type SessionStart } from './actions/sessions/draw-session.ts'
export { endOtherSessions } from './actions/sessions/end-other-sessions.ts'
export { endSession } from './actions/sessions/end-session.ts'
export { listSessions } from './actions/sessions/list-sessions.ts'
export { openSession } from './actions/sessions/open-session.ts'
export { purgeEndedSessions } from './actions/sessions/purge-ended-sessions.ts'
export { recognizeSession } from './actions/sessions/recognize-session.ts'
export { identifyByLink } from './actions/tokens/identify-by-link.ts'
export { issueCode } from './actions/tokens/issue-code.ts'
export { issueToken } from './actions/tokens/issue-token.ts'
export { peekToken } from './actions/tokens/peek-token.ts'
export { recallToken } from './actions/tokens/recall-token.ts'
export { redeemToken } from './actions/tokens/redeem-token.ts'
export { identityRoutes } from './routes.ts'
export { FACTOR_TRIES, INVITATION_LIFE_MS, STEP_UP_LIFE_MS, WRONG_CODE } from './rules.ts'
export { insertDecoyLogin, selectDecoyLogins } from './store/decoy-logins.ts'
export {
  deleteLink,
  type ExternalKey,
  findLinked,
  insertLink,
  type Linked,
  selectLinks,
} from './store/external-identities.ts'
export { moveSessionsOfLogin } from './store/move-sessions.ts'
export { lockCode, type OneTimeToken, retireTokens } from './store/one-time-tokens.ts'
export type { SecondFactor, SecondFactorStore } from './store/second-factors.ts'
export {
  isUnlocked,
  markProved,
  readSession,
  revokeSessions,
  rotateSession,
  type Session,
  unlockSession,
} from './store/sessions.ts'
export {
  findUser,
  findUserByEmail,
  holdUser,
  holdUserWithPassword,
  markEmailVerified,
  releaseUnproven,
  setHome,
  setPasswordHash,
  type User,
} from './store/users.ts'
export type { Decoy } from './tables.ts'
