import type { Route } from '../../contract/route.ts'
import type { SampleCall } from '../../testing/sweep/samples.ts'

/** A call on a record in a state that the samples of the sweep leave out. */
export interface StateCall extends SampleCall {
  readonly route: Route
  readonly by: string
  /** What brings the company into that state, just before the call. */
  readonly before?: string
  /** Instead of the caller's usual session. */
  readonly token?: string
}
