import { useEffect, useState } from 'react'

const LATER_MS = 1000

/** True a moment after the page shows its data, for calls that its first screen doesn't wait for. */
export function useLater(isShown: boolean): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [isShown])
  return isLater
}
