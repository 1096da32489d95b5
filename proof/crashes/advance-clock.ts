import { callUntilAnswered } from './call-api.ts'

/** Advances the product's clock by an ISO 8601 duration and runs the work that becomes due. */
export const advanceClock = (origin: string, duration: string) =>
  callUntilAnswered(origin, { method: 'POST', path: '/api/dev/clock/', body: { advance: duration } })

/** Returns the date of the product's clock, which may be far ahead. */
export async function readProductDate({ origin }: { readonly origin: string }): Promise<string> {
  const clock = { method: 'GET', path: '/api/dev/clock/' } as const
  return (await callUntilAnswered<{ now: string }>(origin, clock)).body.now.slice(0, 10)
}
