import { useEffect, useRef, useState } from 'react'
import { SEARCH_WAIT_MS, searchRequest } from './search-gate.ts'

/** Typed search text, and when to search: 700 ms after the last key, or at once on request. */
export function useSearch(
  value: string,
  onSearch: (text: string) => void,
): { text: string; type: (text: string) => void; askNow: () => void; clear: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)
  const [text, setText] = useState(value)

  // Back and Forward change the search from outside; text being typed is kept.
  useEffect(() => {
    if (value !== asked.current) setText(value)
    asked.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = (typed: string) => {
    clearTimeout(timer.current)
    const request = searchRequest(typed)
    if (request === null || request === asked.current) return
    asked.current = request
    onSearch(request)
  }
  return {
    text,
    type: (typed) => {
      setText(typed)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => ask(typed), SEARCH_WAIT_MS)
    },
    askNow: () => ask(text),
    clear: () => {
      setText('')
      ask('')
    },
  }
}
