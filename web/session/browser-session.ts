import { SESSION_ENDING, TYPED_TEXTS_KEY } from '../ui/overlay/session-ending.ts'
import { exclusiveAcrossTabs, type TokenExchange } from './refresh.ts'
import { type LoginReason, Session } from './session.ts'
import { createMemoryStore, KEYS, type KeyStore, openLocalStorage } from './storage/key-store.ts'

const ACTIVITY = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

export interface BrowserSession {
  readonly session: Session
  /** False when the browser stores nothing: the session then lasts as long as the page. */
  readonly isStored: boolean
  /** Follows other tabs and renews the session. Call once; returns a stop function. */
  start(): () => void
}

/** Stores the session of an embedded page, where the browser refuses storage. */
export interface FramedKeeping {
  readonly store: KeyStore
  readonly exchange: TokenExchange
}

/**
 * The session of this browser page. Each app passes its login path, and optionally where to store the
 * session.
 */
export function openBrowserSession(
  onEnd: (reason: LoginReason | null) => void,
  stored: KeyStore | null = openLocalStorage(),
  framed?: FramedKeeping,
): BrowserSession {
  const store = stored ?? framed?.store ?? createMemoryStore()
  const session = new Session({
    store,
    // The client's own clock, compared only with times from the token.
    now: () => Date.now(),
    // A session that no other tab knows needs no lock, and browsers offer none without storage, as in some
    // frames.
    exclusive: stored ? exclusiveAcrossTabs : (work) => work(),
    exchange: framed?.exchange,
    onEnding: (user) => window.dispatchEvent(new CustomEvent(SESSION_ENDING, { detail: user })),
    // Without storage nothing was kept.
    onPerson: stored ? claimTypedTexts : undefined,
    onEnd,
  })
  return { session, isStored: stored !== null, start: () => start(session, store) }
}

/** Loaded when the tab has texts that were typed before the end of a session, to forget another person's. */
function claimTypedTexts(user: string | null): void {
  if (window.sessionStorage.getItem(TYPED_TEXTS_KEY))
    void import('../ui/overlay/typed-texts.ts').then(({ claimTexts }) => claimTexts(user))
}

/** Loaded when a campaign must be stored or removed. When loading fails, the next visit does it. */
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
  // Keeps the session alive from login to its end.
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
