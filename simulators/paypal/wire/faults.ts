/** Fault of the next matching calls. */
export interface PayPalFault {
  /**
   * `lose-answer` executes the call and closes the connection; `refuse-connection` closes it before. `answer` answers
   * with `status` and executes nothing.
   */
  readonly kind: 'lose-answer' | 'refuse-connection' | 'answer'
  readonly status?: 403 | 429 | 500 | 503
  readonly retryAfterSeconds?: number
  /** Restricts the fault to a method and to paths that start with, or match, `path`. */
  readonly method?: string
  readonly path?: string | RegExp
  /** Number of calls; 1 unless given. */
  readonly times?: number
}

/** Keeps the faults that wait for their calls. */
export class FaultQueue {
  readonly #faults: { fault: PayPalFault; left: number }[] = []

  add(fault: PayPalFault): void {
    this.#faults.push({ fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#faults.length = 0
  }

  /** Takes the first fault that matches a call. */
  take(method: string, path: string): PayPalFault | undefined {
    const found = this.#faults.find(
      ({ fault, left }) =>
        left > 0 && (fault.method === undefined || fault.method === method) && matches(fault.path, path),
    )
    if (found) found.left--
    return found?.fault
  }
}

function matches(wanted: string | RegExp | undefined, path: string): boolean {
  if (wanted === undefined) return true
  return typeof wanted === 'string' ? path.startsWith(wanted) : wanted.test(path)
}
