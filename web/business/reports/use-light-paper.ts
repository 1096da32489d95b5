import { useEffect } from 'react'

/** Paper is light, whatever the screen is. */
export function useLightPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    const before = dataset.theme ?? 'system'
    const stop = new AbortController()
    const { signal } = stop
    const set = (theme: string) => () => {
      dataset.theme = theme
    }
    window.addEventListener('beforeprint', set('light'), { signal })
    window.addEventListener('afterprint', set(before), { signal })
    return () => stop.abort()
  }, [])
}
