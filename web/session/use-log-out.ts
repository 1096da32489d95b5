import { useState } from 'react'
import { useToast } from '../ui/overlay/toast.tsx'
import { useSessionControl } from './session-context.tsx'

/** Logs out and reports the result. `busy` during the call. */
export function useLogOut(): { logOut: () => Promise<void>; busy: boolean } {
  const session = useSessionControl()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const logOut = async () => {
    if (busy) return
    setBusy(true)
    try {
      await session.logOut()
      toast({ title: 'Log Out', body: 'You have been logged out.', tone: 'success' })
    } catch (error) {
      const body = error instanceof Error ? error.message : undefined
      toast({ title: 'Failed to logout', body, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return { logOut, busy }
}
