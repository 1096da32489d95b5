import { type RefObject, useEffect, useRef } from 'react'

/** Time between looks whether a dialog has closed and new buttons have appeared. */
const LOOK_EVERY_MS = 100
/** Looks until the focus is left where it is. */
const MOST_LOOKS = 20

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
    let looks = 0
    const timer = setInterval(() => {
      const at = document.activeElement
      // An ancestor, such as a dialog or the page, has the focus only because nothing else took it.
      const isFree = at !== place.current && at?.contains(place.current)
      if (isFree) place.current?.focus({ preventScroll: true })
      if (isFree || ++looks === MOST_LOOKS) clearInterval(timer)
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [settled])
  return {
    place,
    expect: () => {
      expected.current = true
    },
  }
}
