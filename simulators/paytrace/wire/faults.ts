/** Fault of the next matching calls. */
export interface PayTraceFault {
  /**
   * `lose-answer` executes the call and closes the connection; `refuse-connection` closes it before. `answer` answers
   * with `status` and executes nothing.
   */
  readonly kind: 'lose-answer' | 'refuse-connection' | 'answer'
  readonly status?: 429 | 500 | 502 | 503
  readonly retryAfterSeconds?: number
  /** Restricts the fault to paths that start with `path`. */
  readonly path?: string
  /** Number of calls; 1 unless given. */
  readonly times?: number
}

/** Keeps the faults that wait for their calls. */
export class FaultQueue {
  readonly #faults: { fault: PayTraceFault; left: number }[] = []

  add(fault: PayTraceFault): void {
    this.#faults.push({ fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#faults.length = 0
  }

  /** Takes the first fault that matches a call. */
  take(path: string): PayTraceFault | undefined {
    const found = this.#faults.find(({ fault, left }) => left > 0 && path.startsWith(fault.path ?? ''))
    if (found) found.left--
    return found?.fault
  }
}
