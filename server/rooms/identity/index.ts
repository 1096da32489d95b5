import './tables.ts'

export { auditPerson } from './actions/audit-person.ts'
export { beginSecondFactor } from './actions/begin-second-factor.ts'
export { endSecondFactor, renewRecoveryCodes } from './actions/change-second-factor.ts'
export { checkNewPassword } from './actions/check-new-password.ts'
export { confirmSecondFactor } from './actions/confirm-second-factor.ts'
export { createUser } from './actions/create-user.ts'
export { drawSession, type SessionStart } from './actions/draw-session.ts'
export { endOtherSessions } from './actions/end-other-sessions.ts'
export { endSession } from './actions/end-session.ts'
export { forgetEnded } from './actions/forget-ended.ts'
export { hideDuration } from './actions/hide-duration.ts'
export { issueCode } from './actions/issue-code.ts'
export { issueToken } from './actions/issue-token.ts'
export { listMailKeepers } from './actions/list-mail-keepers.ts'
export { listSessions } from './actions/list-sessions.ts'
export { mailUser } from './actions/mail-user.ts'
export { openSession } from './actions/open-session.ts'
export { type Login, type OwnLogin, ownStaffLogin } from './actions/own-login.ts'
export { peekToken } from './actions/peek-token.ts'
export { personByLink } from './actions/person-by-link.ts'
export { type TypedFactors, withOwnFactors } from './actions/prove-own-factors.ts'
export { proveOwnPassword } from './actions/prove-own-password.ts'
export { provePassword } from './actions/prove-password.ts'
export { proveStaffPassword } from './actions/prove-staff-password.ts'
export { readSecondFactor } from './actions/read-second-factor.ts'
export { recallToken } from './actions/recall-token.ts'
export { recogniseSession } from './actions/recognise-session.ts'
export { redeemToken } from './actions/redeem-token.ts'
export { replacePassword } from './actions/replace-password.ts'
export { sendResetLink } from './actions/send-reset-link.ts'
export { sendVerification } from './actions/send-verification.ts'
export { showUser } from './actions/show-user.ts'
export {
  returnSecondFactorTurn,
  spendSecondFactor,
  takeSecondFactorTurn,
} from './actions/spend-second-factor.ts'
export { takeSecondFactorAway } from './actions/take-second-factor-away.ts'
export { tellOfRecoveryCode } from './actions/tell-of-recovery-code.ts'
export { tryCode } from './actions/try-code.ts'
export { warnOwner } from './actions/warn-owner.ts'
export { identityRoutes } from './routes.ts'
export { INVITATION_LIFE_MS, STEP_UP_LIFE_MS } from './rules.ts'
export { insertDecoyLogin } from './store/decoy-logins.ts'
export {
  deleteLink,
  type ExternalKey,
  findLinked,
  insertLink,
  type Linked,
  selectLinks,
} from './store/external-identities.ts'
export { type OneTimeToken, retireTokens } from './store/one-time-tokens.ts'
export type { KeptFactor, SecondFactor } from './store/second-factors.ts'
export { readSession, revokeSessions, type Session, unlockSession } from './store/sessions.ts'
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
