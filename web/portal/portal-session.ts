import { openBrowserSession } from '../session/browser-session.ts'

/** The portal itself, whose tabs and invoices are told by its query. */
export const SITE = '/customer-portal-site'
export const LOGIN = '/customer-portal-site-login'

/** The portal's session of this page. When it ends, the portal's own login says why. */
export const browserSession = openBrowserSession((reason) => {
  window.location.assign(reason === null ? LOGIN : `${LOGIN}?reason=${reason}`)
})
