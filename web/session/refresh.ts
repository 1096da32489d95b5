import { ApiError } from './calls/api-error.ts'

/**
 * EXPIRED: the server answered 400 or 401. ERROR: no usable answer; the user stays signed in and the exchange
 * is retried.
 */
export type RefreshResult = 'OK' | 'EXPIRED' | 'NO_SESSION' | 'ERROR'

export interface RefreshedToken {
  readonly token: string
  readonly email_verified: boolean
}

export type TokenExchange = (token: string) => Promise<RefreshedToken>

export interface RefreshDeps {
  /** The stored token, read each time, because another tab may have replaced it. */
  readonly readToken: () => string | null
  readonly request: TokenExchange
  readonly keep: (fresh: RefreshedToken) => void
  /** Runs the work while no other tab runs it. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Creates the only function that exchanges the token for a new one. Concurrent calls share one exchange, tabs
 * wait for each other, and a tab whose token was already replaced takes the new one: the server ends a
 * session when an old token is reused.
 */
export function createRefresh(deps: RefreshDeps): () => Promise<RefreshResult> {
  let running: Promise<RefreshResult> | null = null
  return () => {
    running ??= exchange(deps).finally(() => {
      running = null
    })
    return running
  }
}

async function exchange(deps: RefreshDeps): Promise<RefreshResult> {
  const before = deps.readToken()
  if (before === null) return 'NO_SESSION'
  return deps.exclusive(async () => {
    const token = deps.readToken()
    if (token === null) return 'NO_SESSION'
    if (token !== before) return 'OK'
    try {
      const fresh = await deps.request(token)
      // The session ended or changed during the exchange, so its answer is not stored.
      if (deps.readToken() !== token) return deps.readToken() === null ? 'NO_SESSION' : 'OK'
      deps.keep(fresh)
      return 'OK'
    } catch (error) {
      const refused = error instanceof ApiError && (error.status === 400 || error.status === 401)
      if (!refused) return 'ERROR'
      return deps.readToken() === token ? 'EXPIRED' : 'OK'
    }
  })
}

/**
 * One tab at a time where the browser has locks (secure pages); elsewhere the server's grace period for two
 * tabs applies.
 */
export function exclusiveAcrossTabs<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work()
  return navigator.locks.request('session-refresh', work) as Promise<T>
}
