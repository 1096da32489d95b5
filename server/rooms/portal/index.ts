import './tables.ts'

export { loadPortalCaller, type PortalCaller } from './actions/load-portal-caller.ts'
export { loadPayLinkCaller } from './actions/pay-link/load-pay-link-caller.ts'
export { loadPreviewCaller } from './actions/preview/load-preview-caller.ts'
export { portalRoutes } from './routes.ts'
