import { type ComponentType, createContext, useEffect } from 'react'

/** Asks before the page is closed or loaded again. */
export function PageGuard() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return null
}

/** What differs between the apps that one logs in to. */
export interface AppOfLogin {
  /** Whose it is, as people call it. */
  readonly name: string
  /**
   * Keeps people from leaving while something is shown that is never shown again. An app whose router would take the
   * screen away gives one that knows the router.
   */
  readonly Guard: ComponentType
}

export const AppOfLoginContext = createContext<AppOfLogin>({ name: '', Guard: PageGuard })
