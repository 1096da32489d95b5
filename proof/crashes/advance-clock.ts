import { callUntilAnswered } from './call-api.ts'

/** Advances the product's clock by an ISO 8601 duration and runs the work that becomes due. */
export const advanceClock = (origin: string, duration: string) =>
  callUntilAnswered(origin, { method: 'POST', path: '/api/dev/clock/', body: { advance: duration } })
