import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Answers } from './query-cache.ts'

type Key = readonly [name: string, ...rest: unknown[]]

// The client's own clock: only the age of what it has itself received is measured.
const answers = new Answers(() => performance.now())
const FRESH_MS = 30_000

export interface QueryResult<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/**
 * Asks the server and shows what it said, also when the page is looked at again after `freshMs`. `key` says what is
 * asked for: its name, then all that the answer depends on. `keepPrevious` shows the former key's answer until the new
 * one is there; `everyMs` asks again and again while the page is in view. `invalidateQuery(name)` after a change.
 */
export function useQuery<Data>({
  key,
  ask,
  freshMs = FRESH_MS,
  everyMs,
  enabled = true,
  keepPrevious = false,
}: {
  key: Key
  ask: (signal: AbortSignal) => Promise<Data>
  freshMs?: number
  everyMs?: number
  enabled?: boolean
  keepPrevious?: boolean
}): QueryResult<Data> {
  const text = JSON.stringify(key)
  const watch = useCallback((changed: () => void) => answers.watch(text, changed), [text])
  const answer = useSyncExternalStore(watch, () => answers.read(text))
  const latest = useRef(ask)
  const previous = useRef<unknown>(undefined)
  useLayoutEffect(() => {
    latest.current = ask
    if (answer.data !== undefined) previous.current = answer.data
  })
  const refresh = useCallback(
    (ageMs: number) => answers.refresh(text, (signal) => latest.current(signal), ageMs),
    [text],
  )
  useEffect(() => {
    if (!enabled) return
    const look = (ageMs: number) => document.hidden || refresh(ageMs)
    const seen = () => look(freshMs)
    refresh(freshMs)
    document.addEventListener('visibilitychange', seen)
    const timer = everyMs === undefined ? undefined : setInterval(look, everyMs, 0)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      clearInterval(timer)
    }
  }, [refresh, enabled, freshMs, everyMs])
  const data = (answer.data ?? (keepPrevious ? previous.current : undefined)) as Data | undefined
  return {
    data,
    error: answer.error,
    isFetching: answer.isFetching,
    refetch: () => refresh(0),
  }
}

/** What was asked for under this name has changed: it is asked for again wherever it is shown. */
export const invalidateQuery = (name: string): void => answers.invalidateQuery(name)

/** Keeps an answer that came with another one, so that its screen needn't ask. */
export const setQueryData = (key: Key, data: unknown): void => answers.put(JSON.stringify(key), data)
