/** How a job goes through many rows. */
export interface Pace {
  /** Rows, or invoices with all their rows, in one transaction. */
  readonly batch: number
  /** Then the job makes way for others and queues itself again: well below the minute after which the queue gives it up. */
  readonly sliceMs: number
}

export const PACE: Pace = { batch: 1000, sliceMs: 20_000 }
