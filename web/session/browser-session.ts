import { exclusiveAcrossTabs, type TokenExchange } from './refresh.ts'
import { type LoginReason, Session } from './session.ts'
import { createMemoryStore, KEYS, type KeyStore, openLocalStorage } from './storage/key-store.ts'

const ACTIVITY = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

export interface BrowserSession {
  readonly session: Session
  /** False when the browser keeps nothing: the session then lasts as long as the page. */
  readonly isStored: boolean
  /** Follows other tabs and renews the session. Call once; returns how to stop. */
  start(): () => void
}

/** Keeps the session of a page in another website's frame, where the browser gives no storage. */
export interface FramedKeeping {
  readonly store: KeyStore
  readonly exchange: TokenExchange
}

/** The session of this browser page. Each app says where its own login is, and may say where the session is kept. */
export function openBrowserSession(
  onEnd: (reason: LoginReason | null) => void,
  stored: KeyStore | null = openLocalStorage(),
  framed?: FramedKeeping,
): BrowserSession {
  const store = stored ?? framed?.store ?? createMemoryStore()
  const session = new Session({
    store,
    // The client's own clock, only ever compared with times that the token carries.
    now: () => Date.now(),
    // What no other tab knows needs no lock; nor do browsers give one where they store nothing, as in some frames.
    exclusive: stored ? exclusiveAcrossTabs : (work) => work(),
    exchange: framed?.exchange,
    onEnd,
  })
  return { session, isStored: stored !== null, start: () => start(session, store) }
}

/** Fetched where there is a campaign to keep or to forget. What was not fetched is for the next visit. */
function heedCampaign(store: KeyStore): void {
  const { search } = window.location
  if (!search.includes('utm_') && store.get(KEYS.marketingSource) === null) return
  import('./storage/marketing-source.ts').then(
    ({ keepMarketingSource }) => keepMarketingSource(store, search, Date.now()),
    () => {},
  )
}

function start(session: Session, store: KeyStore): () => void {
  heedCampaign(store)
  const stop = new AbortController()
  const options = { signal: stop.signal, passive: true }
  let alive = session.snapshot().signedIn ? session.keepAlive() : null
  // Kept alive while somebody is signed in, from sign-in to the end.
  const unsubscribe = session.subscribe(() => {
    const { signedIn } = session.snapshot()
    if (signedIn === (alive !== null)) return
    alive?.stop()
    alive = signedIn ? session.keepAlive() : null
  })
  window.addEventListener('storage', () => session.storageChanged(), options)
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) return
      session.storageChanged()
      alive?.activity()
    },
    options,
  )
  for (const name of ACTIVITY) window.addEventListener(name, () => alive?.activity(), options)
  return () => {
    stop.abort()
    unsubscribe()
    alive?.stop()
  }
}
