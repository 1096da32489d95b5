import './tables.ts'

export { mailInCompanysName } from './actions/invite/mail-in-companys-name.ts'
export { sendEnrollLink } from './actions/invite/send-enroll-link.ts'
export { loadPortalCaller, type PortalCaller } from './actions/load-portal-caller.ts'
export { loadPayLinkCaller } from './actions/pay-link/load-pay-link-caller.ts'
export { loadPreviewCaller } from './actions/preview/load-preview-caller.ts'
export { portalRoutes } from './routes.ts'
export { customersOfLogin } from './store/portal-access.ts'
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
