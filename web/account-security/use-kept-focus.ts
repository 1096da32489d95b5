import { type RefObject, useEffect, useRef } from 'react'

/** Until a dialog has left and there are new buttons. */
const FOCUS_AFTER_MS = 100

/**
 * For a place whose buttons may be gone once one of them has been pressed, and the focus with them: after `expect()` the
 * place itself gets it, as soon as what it shows is `settled` and where nothing else in there has it.
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
      // What holds the place, such as a dialog or the page, got it only for want of another.
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
