import { useEffect, useRef, useState } from 'react'
import { SEARCH_WAIT_MS, searchRequest } from './search-gate.ts'

/** What is typed into a search, and when it is asked for: 700 ms after the last key, at once when told so. */
export function useSearch(
  value: string,
  onSearch: (text: string) => void,
): { text: string; type: (text: string) => void; askNow: () => void; clear: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)
  const [text, setText] = useState(value)

  // Back and Forward change the search from outside; what is being typed stays.
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
