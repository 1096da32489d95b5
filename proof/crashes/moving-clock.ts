import { callUntilAnswered } from './caller.ts'

/** Moves the product's clock on, and works off what falls due. */
export const moveClock = (origin: string, duration: string) =>
  callUntilAnswered(origin, { method: 'POST', path: '/api/dev/clock/', body: { advance: duration } })
