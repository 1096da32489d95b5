import { openBrowserSession } from '../session/browser-session.ts'
import type { RefreshedToken } from '../session/refresh.ts'
import { createReplaceableStore, openLocalStorage } from '../session/storage/key-store.ts'
import { forgetCustomersLanguage } from '../ui/language/forget-language.ts'
import type { FramedSession } from './framed/framed-session.ts'
import { isPreview, PREVIEW, previewStore } from './preview/preview-store.ts'

/** The portal's path. Tabs and invoices are query parameters. */
export const SITE = '/customer-portal-site'
/** Number of the tab of payment plans. */
export const PLANS_TAB = '3'
export const LOGIN = '/customer-portal-site-login'

const storage = isPreview ? null : openLocalStorage()
const memory = createReplaceableStore()
/** Embedded in another website, in a browser that blocks third-party storage. */
export const isFramedWithoutStorage = !isPreview && storage === null && window.top !== window.self

/**
 * This page's portal session. When it ends, the portal's login shows why. A preview's session belongs to this
 * tab only, separate from a customer's; when it ends the page shows that, also after a reload.
 */
export const browserSession = isPreview
  ? openBrowserSession(() => {
      previewStore.remove(PREVIEW)
      window.history.replaceState(null, '', `${SITE}?isPreview=true`)
    }, previewStore)
  : openBrowserSession(
      (reason) => {
        forgetCustomersLanguage()
        window.location.assign(reason === null ? LOGIN : `${LOGIN}?reason=${reason}`)
      },
      storage,
      isFramedWithoutStorage ? { store: memory, exchange: exchangeFramed } : undefined,
    )

/**
 * Restores and stores the session in such a frame; resolves once a stored session is open. Null elsewhere.
 */
export const framedSession: Promise<FramedSession | null> = isFramedWithoutStorage
  ? openFramedSession()
  : Promise.resolve(null)

async function openFramedSession(): Promise<FramedSession> {
  const { FramedSession } = await import('./framed/framed-session.ts')
  const framed = new FramedSession(memory, browserSession.session)
  await framed.resume()
  return framed
}

async function exchangeFramed(token: string): Promise<RefreshedToken> {
  return (await framedSession)!.exchange(token)
}
