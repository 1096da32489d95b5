/** Fault of the next matching calls of the API. */
export interface StripeFault {
  /**
   * `lose-answer` executes the call and closes the connection; `refuse-connection` closes it before. `answer` answers
   * with `status` and executes nothing; the answer 500 is stored under the call's Idempotency-Key.
   */
  readonly kind: 'lose-answer' | 'refuse-connection' | 'answer'
  readonly status?: 429 | 500 | 502 | 503
  readonly retryAfterSeconds?: number
  /** Restricts the fault to a method and to paths that start with, or match, `path`. */
  readonly method?: string
  readonly path?: string | RegExp
  /** Number of calls; 1 unless given. */
  readonly times?: number
}

/** Keeps the faults that wait for their calls. */
export class FaultQueue {
  readonly #faults: { fault: StripeFault; left: number }[] = []

  add(fault: StripeFault): void {
    this.#faults.push({ fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#faults.length = 0
  }

  /** Takes the first fault that matches a call. */
  take(method: string, path: string): StripeFault | undefined {
    const found = this.#faults.find(
      ({ fault, left }) =>
        left > 0 && (fault.method === undefined || fault.method === method) && matchesPath(fault.path, path),
    )
    if (found) found.left--
    return found?.fault
  }
}

function matchesPath(wanted: string | RegExp | undefined, path: string): boolean {
  if (wanted === undefined) return true
  return typeof wanted === 'string' ? path.startsWith(wanted) : wanted.test(path)
}
