/** Calls that are left for a person who waits, when reading stops. */
const KEPT = 3

interface Left {
  readonly calls: number
  readonly untilMs: number
}

/**
 * Calls that a token has left in this minute, as Clio states with each answer: 50 in peak hours, for all processes together.
 * https://docs.developers.clio.com/api-docs/rate-limits
 */
export class CallLimit {
  readonly #left = new Map<string, Left>()
  readonly #wallNow: () => number

  constructor(wallNow: () => number) {
    this.#wallNow = wallNow
  }

  /** Returns how long a call has to wait; 0 when it may be made. */
  waitMs(company: string): number {
    const left = this.#left.get(company)
    if (!left || left.calls > KEPT) return 0
    return Math.max(0, left.untilMs - this.#wallNow())
  }

  /** Notes what the answer states: the calls that are left, and the Unix time at which the minute ends. */
  note(company: string, headers: Headers): void {
    const [calls, reset] = [countOf(headers, 'x-ratelimit-remaining'), countOf(headers, 'x-ratelimit-reset')]
    if (calls === null || reset === null) return
    this.#left.set(company, { calls, untilMs: reset * 1000 })
  }
}

function countOf(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null // not money: a number of calls or seconds
}
