import { useEffect, useRef, useState } from 'react'

export type ComboboxOption = { id: string; label: string }
export type LoadOptions<Option> = (
  query: string,
  signal: AbortSignal,
) => Promise<readonly Option[]> | readonly Option[]

const WAIT_MS = 300

type Answer<Option> = { query: string; options: readonly Option[]; failed: boolean }

/** Options for a query while the list is open; the last answer stays until the next one arrives. */
export function useOptions<Option>(
  load: LoadOptions<Option>,
  query: string,
  open: boolean,
): { options: readonly Option[]; loading: boolean; failed: boolean } {
  const [answer, setAnswer] = useState<Answer<Option> | null>(null)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    if (!open) return
    const controller = new AbortController()
    const ask = async () => {
      try {
        const options = await latest.current(query, controller.signal)
        if (!controller.signal.aborted) setAnswer({ query, options, failed: false })
      } catch {
        if (!controller.signal.aborted) setAnswer({ query, options: [], failed: true })
      }
    }
    const timer = setTimeout(ask, query === '' ? 0 : WAIT_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, open])
  return {
    options: answer?.options ?? [],
    loading: open && answer?.query !== query,
    failed: answer?.query === query && answer.failed,
  }
}

/** Options of a known list whose label contains the text, ignoring case. */
export const matchOptions = <Option extends ComboboxOption>(
  options: readonly Option[],
): LoadOptions<Option> => {
  return (query) => options.filter((option) => option.label.toLowerCase().includes(query.toLowerCase()))
}
