import type { Route } from '../../../contract/route.ts'
import type { SampleCall } from '../../../testing/sweep/samples.ts'

/** A call on a record in a state that the sweep's samples don't cover. */
export interface StateCall extends SampleCall {
  readonly route: Route
  readonly by: string
  /** SQL that creates the state just before the call. */
  readonly before?: string
  /** Replaces the caller's usual session. */
  readonly token?: string
}
