import './tables.ts'

export { accountOf } from './actions/account-of.ts'
export { changeFlags } from './actions/change-flags.ts'
export { changePassword } from './actions/change-password.ts'
export { changeSubscription } from './actions/change-subscription.ts'
export { type CompanyFacts, companyOf } from './actions/company-of.ts'
export { drawSignUp, type SignUpIds } from './actions/draw-sign-up.ts'
export { enterAsMember } from './actions/enter-as-member.ts'
export {
  accountOfSubDomain,
  type PortalOfHost,
  portalOfSubDomain,
} from './actions/find-account-of-sub-domain.ts'
export { type Letterhead, letterheadOf } from './actions/letterhead-of.ts'
export { listAccountIds } from './actions/list-account-ids.ts'
export { ownersOf } from './actions/list-owners.ts'
export { logInStaff } from './actions/log-in-staff.ts'
export { openAccount } from './actions/open-account.ts'
export { openStaffSession } from './actions/open-staff-session.ts'
export { portalOriginOf } from './actions/portal-origin-of.ts'
export { resetStaffPassword } from './actions/reset-staff-password.ts'
export { signInDecoy } from './actions/sign-in-decoy.ts'
export { signUp } from './actions/sign-up.ts'
export { summariseAccount } from './actions/summarise-account.ts'
export { takeMailTurns } from './actions/take-mail-turns.ts'
export { todayOf } from './actions/today-of.ts'
export { accountsRoutes } from './routes.ts'
export { type Account, type Company, logoPath, type PostalAddress } from './rules.ts'
export {
  countClientCompanies,
  deleteMember,
  insertMember,
  lockMembers,
  type Member,
  selectMembers,
  updateRole,
} from './store/members.ts'
