import './tables.ts'

export { givePortalAccess } from './actions/invite/give-portal-access.ts'
export { mailInCompanysName } from './actions/invite/mail-in-companys-name.ts'
export { sendEnrollLink } from './actions/invite/send-enroll-link.ts'
export { loadPortalCaller, type PortalCaller } from './actions/load-portal-caller.ts'
export { followMerge, undoFollowedMerge } from './actions/logins/follow-merge.ts'
export { loadPayLinkCaller } from './actions/pay-link/load-pay-link-caller.ts'
export { checkRoomForPerson } from './actions/people/check-room-for-person.ts'
export { endPortalAccess } from './actions/people/end-portal-access.ts'
export { loadPreviewCaller } from './actions/preview/load-preview-caller.ts'
export { maskEmail } from './rules.ts'
export { customersOfLogin, holdPeople, isAccessEnded, peopleOfCustomer } from './store/portal-access.ts'
export {
  acceptInvitation,
  acceptWithPassword,
  findPortalUser,
  findPortalUserByEmail,
  holdPortalUser,
  markSeen,
  type PortalUser,
  setPortalPasswordHash,
} from './store/portal-users.ts'
export { deleteUnconfirmedFactor, factorOfPortalUser } from './store/second-factors.ts'
