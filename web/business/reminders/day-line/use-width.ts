import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Returns a ref for an element, and the element's width in pixels. */
export function useWidth<Measured extends Element>(): [RefObject<Measured | null>, number] {
  const element = useRef<Measured>(null)
  const [width, setWidth] = useState(600)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
