import { type RefObject, useEffect, useRef } from 'react'

/** Time for a dialog to close and for new buttons to appear. */
const FOCUS_AFTER_MS = 100

/**
 * Keeps the focus in a section whose pressed button may disappear. After `expect()` the section itself takes
 * the focus once its content is `settled` and nothing else inside it has the focus.
 */
export function useKeptFocus<Place extends HTMLElement>(
  settled: boolean,
): { place: RefObject<Place | null>; expect: () => void } {
  const place = useRef<Place>(null)
  const expected = useRef(false)
  useEffect(() => {
    if (!expected.current || !settled) return
    expected.current = false
    const timer = setTimeout(() => {
      const at = document.activeElement
      // An ancestor, such as a dialog or the page, has the focus only because nothing else took it.
      if (at !== place.current && at?.contains(place.current)) place.current?.focus({ preventScroll: true })
    }, FOCUS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [settled])
  return {
    place,
    expect: () => {
      expected.current = true
    },
  }
}
