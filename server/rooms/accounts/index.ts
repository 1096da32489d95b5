import './tables.ts'

export { consumeMailRateLimit } from './actions/consume-mail-rate-limit.ts'
export {
  accountOfSubDomain,
  type PortalOfHost,
  portalOfSubDomain,
} from './actions/find-account-of-sub-domain.ts'
export { portalOriginOf } from './actions/find-portal-origin.ts'
export { listAccountIds } from './actions/list-account-ids.ts'
export { openAccount } from './actions/open-account.ts'
export { accountOf } from './actions/read-account-of.ts'
export { type CompanyFacts, companyOf } from './actions/read-company-of.ts'
export { type Letterhead, letterheadOf } from './actions/read-letterhead.ts'
export { todayOf } from './actions/read-today.ts'
export { changeFlags } from './actions/settings/change-flags.ts'
export { changeSubscription } from './actions/settings/change-subscription.ts'
export { changePassword } from './actions/staff/change-password.ts'
export { drawSignUp, type SignUpIds } from './actions/staff/draw-sign-up.ts'
export { enterAsMember } from './actions/staff/enter-as-member.ts'
export { ownersOf } from './actions/staff/list-owners.ts'
export { logInStaff } from './actions/staff/log-in-staff.ts'
export { openStaffSession } from './actions/staff/open-staff-session.ts'
export { resetStaffPassword } from './actions/staff/reset-staff-password.ts'
export { signInDecoy } from './actions/staff/sign-in-decoy.ts'
export { signUp } from './actions/staff/sign-up.ts'
export { summarizeAccount } from './actions/summarize-account.ts'
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
