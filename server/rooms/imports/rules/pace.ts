/** Batching of a job over many rows. */
export interface Pace {
  /** Rows, or invoices with all their rows, in one transaction. */
  readonly batch: number
  /**
   * Time after which the job yields and queues itself again. Well below the minute after which the queue
   * considers it lost.
   */
  readonly sliceMs: number
}

export const PACE: Pace = { batch: 1000, sliceMs: 20_000 }
