/** State of a query: its latest answer, the error of the last attempt, and whether a request is under way. */
export interface Answer<Data = unknown> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isFetching: boolean
}

export type Ask<Data = unknown> = (signal: AbortSignal) => Promise<Data>

interface Entry {
  answer: Answer
  /** When it was last requested and answered, or -Infinity when it must be requested again. */
  answeredAtMs: number
  /** Requests it again, once it was requested before. */
  ask: Ask | null
  underWay: AbortController | null
  readonly watchers: Set<() => void>
}

const UNASKED: Answer = { data: undefined, error: null, isFetching: false }
const MAX_KEPT = 50

/**
 * Answers of the server by key: requested once for all watchers, and shown again without waiting. A key is a
 * list that starts with the query's name.
 */
export class Answers {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  read(key: string): Answer {
    return this.#entries.get(key)?.answer ?? UNASKED
  }

  /**
   * Calls `watcher` on each change. The returned function unsubscribes; a request without watchers is
   * aborted.
   */
  watch(key: string, watcher: () => void): () => void {
    const entry = this.#entry(key)
    entry.watchers.add(watcher)
    return () => {
      entry.watchers.delete(watcher)
      if (entry.watchers.size > 0) return
      if (entry.underWay) this.#breakOff(entry)
      this.#dropOldest()
    }
  }

  /** Requests, unless a request is under way or the answer is younger than `freshMs`. */
  refresh(key: string, ask: Ask, freshMs: number): void {
    const entry = this.#entry(key)
    entry.ask = ask
    if (!entry.underWay && this.#now() - entry.answeredAtMs >= freshMs) void this.#start(entry, ask)
  }

  /** Requests again even when a request is under way, because its answer may be outdated. */
  invalidateQuery(name: string): void {
    for (const [key, entry] of this.#entries) {
      if ((JSON.parse(key) as unknown[])[0] !== name) continue
      entry.answeredAtMs = Number.NEGATIVE_INFINITY
      if (entry.ask && entry.watchers.size > 0) void this.#start(entry, entry.ask)
    }
  }

  /** Stores an answer that came with another one. */
  put(key: string, data: unknown): void {
    const entry = this.#entry(key)
    if (entry.underWay) this.#breakOff(entry)
    entry.answeredAtMs = this.#now()
    this.#show(entry, { data, error: null, isFetching: false })
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key)
    if (known) return known
    const made: Entry = {
      answer: UNASKED,
      answeredAtMs: Number.NEGATIVE_INFINITY,
      ask: null,
      underWay: null,
      watchers: new Set(),
    }
    this.#entries.set(key, made)
    return made
  }

  async #start(entry: Entry, ask: Ask): Promise<void> {
    entry.underWay?.abort()
    const attempt = new AbortController()
    entry.underWay = attempt
    this.#show(entry, { ...entry.answer, isFetching: true })
    const result = await ask(attempt.signal).then(
      (data) => ({ data, error: null }),
      (error: unknown) => ({
        data: entry.answer.data,
        error: error instanceof Error ? error : new Error(String(error)),
      }),
    )
    // Another attempt replaced this one, or nobody waits for it.
    if (entry.underWay !== attempt) return
    entry.underWay = null
    entry.answeredAtMs = result.error ? Number.NEGATIVE_INFINITY : this.#now()
    this.#show(entry, { ...result, isFetching: false })
  }

  #breakOff(entry: Entry): void {
    entry.underWay?.abort()
    entry.underWay = null
    entry.answeredAtMs = Number.NEGATIVE_INFINITY
    this.#show(entry, { ...entry.answer, isFetching: false })
  }

  #show(entry: Entry, answer: Answer): void {
    entry.answer = answer
    for (const watcher of entry.watchers) watcher()
  }

  #dropOldest(): void {
    for (const [key, { watchers }] of this.#entries) {
      if (this.#entries.size <= MAX_KEPT) return
      if (watchers.size === 0) this.#entries.delete(key)
    }
  }
}
