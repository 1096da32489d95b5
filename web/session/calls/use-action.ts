import { useState } from 'react'

/** An action behind a button: runs once at a time, and reports while it runs. */
export function useAction<Args extends unknown[]>(
  work: (...args: Args) => Promise<unknown>,
): { run: (...args: Args) => Promise<void>; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const run = async (...args: Args) => {
    if (busy) return
    setBusy(true)
    try {
      await work(...args)
    } finally {
      setBusy(false)
    }
  }
  return { run, busy }
}
