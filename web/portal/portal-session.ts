import { openBrowserSession } from '../session/browser-session.ts'
import type { RefreshedToken } from '../session/refresh.ts'
import { createReplaceableStore, openLocalStorage } from '../session/storage/key-store.ts'
import type { FramedSession } from './framed/framed-session.ts'
import { isPreview, PREVIEW, previewStore } from './preview/preview-store.ts'

/** The portal itself, whose tabs and invoices are told by its query. */
export const SITE = '/customer-portal-site'
export const LOGIN = '/customer-portal-site-login'

const storage = isPreview ? null : openLocalStorage()
const memory = createReplaceableStore()
/** In another website's frame, in a browser that keeps third-party storage from pages. */
export const isFramedWithoutStorage = !isPreview && storage === null && window.top !== window.self

/**
 * The portal's session of this page. When it ends, the portal's own login says why. A preview's is of this tab alone, and
 * neither sees nor touches the one of a customer; when it ends the page says so, also when it is loaded again.
 */
export const browserSession = isPreview
  ? openBrowserSession(() => {
      previewStore.remove(PREVIEW)
      window.history.replaceState(null, '', `${SITE}?isPreview=true`)
    }, previewStore)
  : openBrowserSession(
      (reason) => {
        window.location.assign(reason === null ? LOGIN : `${LOGIN}?reason=${reason}`)
      },
      storage,
      isFramedWithoutStorage ? { store: memory, exchange: exchangeFramed } : undefined,
    )

/** Keeps the session in such a frame; resolves once a kept session is open. Null elsewhere. */
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
