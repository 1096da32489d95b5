import { useEffect, useRef } from 'react'

const PATIENCE_MS = 3_000

/**
 * Moves the focus to a new page's heading, so that a screen reader starts there; a screen that is still being fetched
 * is waited for. The first page is the browser's own business, and a change of the address's search part is no new page.
 */
export function useFocusOnNewPage(pathname: string): void {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById('main')
    if (!main || focusHeading(main)) return
    const observer = new MutationObserver(() => {
      if (focusHeading(main)) observer.disconnect()
    })
    observer.observe(main, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [pathname])
}

function focusHeading(main: HTMLElement): boolean {
  // A screen that took the focus itself, for a field, keeps it.
  if (main.contains(document.activeElement) && document.activeElement !== main) return true
  const heading = main.querySelector('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.classList.add('outline-none')
  heading.focus({ preventScroll: true })
  return true
}
