import { type RefCallback, useCallback, useState } from 'react'

/** Returns a ref for an element, and the element's width in pixels while it is shown. */
export function useWidth(): [RefCallback<Element>, number] {
  const [width, setWidth] = useState(600)
  const measure = useCallback((element: Element | null) => {
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, width]
}
