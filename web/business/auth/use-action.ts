import { useState } from 'react'

/** Something that a button does: runs once at a time, and says while it runs. */
export function useAction(work: () => Promise<unknown>): { run: () => Promise<void>; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }
  return { run, busy }
}
