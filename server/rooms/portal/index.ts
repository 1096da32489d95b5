import './tables.ts'

export { loadPayLinkCaller } from './actions/load-pay-link-caller.ts'
export { loadPortalCaller, type PortalCaller } from './actions/load-portal-caller.ts'
export { loadPreviewCaller } from './actions/load-preview-caller.ts'
export { portalRoutes } from './routes.ts'
