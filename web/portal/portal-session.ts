import { openBrowserSession } from '../session/browser-session.ts'
import { isPreview, PREVIEW, previewStore } from './preview/preview-store.ts'

/** The portal itself, whose tabs and invoices are told by its query. */
export const SITE = '/customer-portal-site'
export const LOGIN = '/customer-portal-site-login'

/**
 * The portal's session of this page. When it ends, the portal's own login says why. A preview's is of this tab alone, and
 * neither sees nor touches the one of a customer; when it ends the page says so, also when it is loaded again.
 */
export const browserSession = isPreview
  ? openBrowserSession(() => {
      previewStore.remove(PREVIEW)
      window.history.replaceState(null, '', `${SITE}?isPreview=true`)
    }, previewStore)
  : openBrowserSession((reason) => {
      window.location.assign(reason === null ? LOGIN : `${LOGIN}?reason=${reason}`)
    })
