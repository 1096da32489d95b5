import { type ComponentType, createContext, useEffect } from 'react'

/** Asks before the page is closed or reloaded. */
export function PageGuard() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return null
}

/** Settings that differ between the apps that use these screens. */
export interface LoginApp {
  /** The login's name in texts for people. */
  readonly name: string
  /**
   * Asks before the user leaves while something is shown that is never shown again. An app whose router can
   * replace the screen passes a component that knows the router.
   */
  readonly Guard: ComponentType
}

export const LoginAppContext = createContext<LoginApp>({ name: '', Guard: PageGuard })
