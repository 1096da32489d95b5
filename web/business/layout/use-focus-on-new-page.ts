import { useEffect, useRef } from 'react'

/** Time limit for a new page to render its heading, also on a slow line. */
const PATIENCE_MS = 30_000

/**
 * Moves the focus to a new page's heading, so that a screen reader starts there. The former page may stay on
 * screen until the new one is ready, and its removal drops the focus, so a lost focus is restored for a
 * while, unless the person has clicked something by then: taking the focus would close a menu just opened. The
 * first page is left to the browser, and a change of the query is no new page.
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
    const stop = () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('pointerdown', stop, true)
    }
    const timer = setTimeout(stop, PATIENCE_MS)
    document.addEventListener('pointerdown', stop, true)
    return stop
  }, [pathname])
}

/** A screen that focused a field itself keeps that focus. */
const isBusy = (main: HTMLElement): boolean =>
  main.contains(document.activeElement) && document.activeElement?.matches('input, select, textarea') === true

/** Focuses a page's heading. */
export function focusHeading(main: HTMLElement): void {
  const heading = main.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.classList.add('outline-none')
  heading.focus({ preventScroll: true })
}
