import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

/** public/theme.js reads this key too, to set the theme before the first paint. */
const STORAGE_KEY = 'theme'
const listeners = new Set<() => void>()

const isTheme = (value: string | null | undefined): value is Theme =>
  value === 'light' || value === 'dark' || value === 'system'

/** The current theme; 'system' follows prefers-color-scheme by CSS alone. */
export function currentTheme(): Theme {
  const value = document.documentElement.dataset.theme
  return isTheme(value) ? value : 'system'
}

/** Sets the theme on html and stores it for the next visit, when the browser allows that. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Without storage, the theme lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

/** Follows a change made in another tab. Call once at start. */
export function followTheme(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== STORAGE_KEY || !isTheme(event.newValue)) return
    document.documentElement.dataset.theme = event.newValue
    for (const listener of listeners) listener()
  })
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTheme)
  return [theme, setTheme]
}
