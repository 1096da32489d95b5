import { type ComponentType, createContext, useEffect } from 'react'

/** Asks before the page is closed or loaded again. */
function PageGuard() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return null
}

/**
 * What keeps somebody from leaving while something is shown that is never shown again. An app whose router would take the
 * screen away gives one that knows the router.
 */
export const LeaveGuard = createContext<ComponentType>(PageGuard)
