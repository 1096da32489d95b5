import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Answers } from './query-cache.ts'

type Key = readonly [name: string, ...rest: unknown[]]

// The client's own clock, which measures only the age of received answers.
const answers = new Answers(() => performance.now())
const FRESH_MS = 30_000

export interface QueryResult<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/**
 * Reads from the server and refetches when the page is shown again after `freshMs`. `key` is the query's
 * name, then everything that the answer depends on. `keepPrevious` shows the former key's answer until the
 * new one arrives; `everyMs` polls while the page is on screen. Call `invalidateQuery(name)` after a change.
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

/** Invalidates queries of this name: they are refetched wherever they are shown. */
export const invalidateQuery = (name: string): void => answers.invalidateQuery(name)

/** Stores an answer that came with another one, so that its screen needs no request. */
export const setQueryData = (key: Key, data: unknown): void => answers.put(JSON.stringify(key), data)
