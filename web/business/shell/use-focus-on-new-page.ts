import { useEffect, useRef } from 'react'

/** How long a new page may take to bring its heading. */
const PATIENCE_MS = 3_000

/**
 * Moves the focus to a new page's heading, so that a screen reader starts there. The former page may stay on screen
 * until the new one is there, and takes the focus with it when it goes: so for a while a lost focus is put back. The
 * first page is the browser's own business, and a change of the address's search part is no new page.
 */
export function useFocusOnNewPage(pathname: string): void {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById('main')
    if (!main) return
    if (!isBusy(main)) focusHeading(main)
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) focusHeading(main)
    })
    observer.observe(main, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [pathname])
}

/** A screen that took the focus itself, for a field, keeps it. */
const isBusy = (main: HTMLElement): boolean =>
  main.contains(document.activeElement) && document.activeElement?.matches('input, select, textarea') === true

/** Puts the focus on a page's heading. */
export function focusHeading(main: HTMLElement): void {
  const heading = main.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.classList.add('outline-none')
  heading.focus({ preventScroll: true })
}
