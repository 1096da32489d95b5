import { useEffect } from 'react'
import { currentTheme, type Theme } from '../../ui/theme/theme.ts'

/** Uses the light theme while the page is shown, because it is meant for paper. */
export function useLightPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    const stop = new AbortController()
    const { signal } = stop
    let onScreen: Theme = 'system'
    const toPaper = (): void => {
      onScreen = currentTheme()
      dataset.theme = 'light'
    }
    const toScreen = (): void => {
      dataset.theme = onScreen
    }
    window.addEventListener('beforeprint', toPaper, { signal })
    window.addEventListener('afterprint', toScreen, { signal })
    return () => stop.abort()
  }, [])
}
