import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Caller } from './calls/call.ts'
import type { Session, SessionSnapshot } from './session.ts'

const SessionContext = createContext<Session | null>(null)

/** Provides the page's session to the screens below. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}

/** The session itself, for login and logout. */
export function useSessionControl(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

/** The session's state, kept up to date. */
export function useSession(): SessionSnapshot {
  const session = useSessionControl()
  return useSyncExternalStore(session.subscribe, session.snapshot)
}

/**
 * The typed client: `call(contract.invoices.list, { params, query }, { signal })`. Always the same function.
 */
export const useCall = (): Caller => useSessionControl().call
