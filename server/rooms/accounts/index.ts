import './tables.ts'

export { changedBy, mergeChanges } from './actions/changes/merge-changes.ts'
export { checkKeptHere } from './actions/check-kept-here.ts'
export { consumeMailRateLimit } from './actions/consume-mail-rate-limit.ts'
export { fillCompany } from './actions/fill-company.ts'
export {
  accountOfSubDomain,
  movedPortalOrigin,
  type PortalOfHost,
  portalOfSubDomain,
} from './actions/find-account-of-sub-domain.ts'
export { portalOriginOf } from './actions/find-portal-origin.ts'
export { listAccountIds } from './actions/list-account-ids.ts'
export { openAccount } from './actions/open-account.ts'
export { readAccount as showOwnAccount } from './actions/read-account.ts'
export { companyOf } from './actions/read-company-of.ts'
export { type Letterhead, letterheadOf } from './actions/read-letterhead.ts'
export { readListMatch } from './actions/read-list-match.ts'
export { readStanding, type Standing } from './actions/read-standing.ts'
export { todayOf } from './actions/read-today.ts'
export { changeFlags } from './actions/settings/change-flags.ts'
export { changeStanding } from './actions/settings/change-standing.ts'
export { changeSubscription } from './actions/settings/change-subscription.ts'
export { setAccountingLink } from './actions/settings/set-accounting-link.ts'
export { setBilling } from './actions/settings/set-billing.ts'
export { setConnectedProcessors } from './actions/settings/set-connected-processors.ts'
export { showPlan } from './actions/show-account.ts'
export { isSecondFactorRequired } from './actions/staff/decide-second-factor.ts'
export { enterAsMember } from './actions/staff/enter-as-member.ts'
export { ownersOf } from './actions/staff/list-owners.ts'
export { summarizeAccount } from './actions/summarize-account.ts'
export {
  type Account,
  type Company,
  FRESH_FOR_MS,
  freshUntil,
  hasLateFees,
  isFresh,
  isSwitchedOn,
  logoPath,
  runsByItself,
  typeUnlessChosen,
} from './rules.ts'
export { readAccountRow } from './store/accounts.ts'
export { setClosing } from './store/closing.ts'
export {
  type AccountOfMember,
  countClientCompanies,
  deleteMember,
  type Firm,
  insertMember,
  lockMembers,
  type Member,
  selectAccountsOf,
  selectCompanyName,
  selectCompanyNames,
  selectMembers,
  updateRole,
} from './store/members.ts'
