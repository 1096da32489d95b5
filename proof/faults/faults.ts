import { DAY_MS } from '../../domain/dates/durations.ts'
import { failed, type Outcome } from '../../server/gateways/payments/port.ts'

/**
 * State after a write whose response failed.
 * - unknown: the product can't know whether the write took effect. It did (done), it didn't (not), or it does
 *   after the timeout (late).
 * - refused: the processor reported that nothing happened.
 * - wrong: the processor reports another amount or currency than was requested.
 */
export type Consequence =
  | { readonly kind: 'unknown'; readonly effect: 'done' | 'not' | 'late' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wrong'; readonly what: 'amount' | 'currency' }

/** One kind of failure of a call to a processor. */
export interface Fault {
  readonly name: string
  readonly consequence: Consequence
  /** True when there is no response before the timeout. */
  readonly timesOut: boolean
  /** Time for which the processor is unreachable afterwards. */
  readonly outageMs: number
  /** Replaces the response to a write. `call` performs the write. */
  respond<T>(call: () => Promise<Outcome<T>>, connection: Connection): Promise<Outcome<T>>
}

export interface Connection {
  /** Resolves when the product's timeout has passed. */
  readonly timedOut: Promise<void>
}

const noResponse = new Promise<never>(() => {})

/** Throws Node's error for a connection that the other side closed. */
const resetConnection = (): never => {
  throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
}

const unknown = (name: string, effect: 'done' | 'not' | 'late', respond: Fault['respond']): Fault => ({
  name,
  consequence: { kind: 'unknown', effect },
  timesOut: false,
  outageMs: 0,
  respond,
})

const timingOut = (name: string, effect: 'done' | 'not' | 'late', respond: Fault['respond']): Fault => ({
  ...unknown(name, effect, respond),
  timesOut: true,
})

const lost = (code: string): Outcome<never> => failed({ kind: 'unknown_outcome', code, raw: null })

/** All faults. A new fault is added here. */
export const FAULTS: readonly Fault[] = [
  timingOut('timeout before the effect', 'not', () => noResponse),
  timingOut('timeout after the effect', 'done', async (call) => {
    await call()
    return noResponse
  }),
  unknown('connection reset before the effect', 'not', async () => resetConnection()),
  unknown('connection reset after the effect', 'done', async (call) => {
    await call()
    return resetConnection()
  }),
  {
    name: '429 with Retry-After',
    consequence: { kind: 'refused' },
    timesOut: false,
    outageMs: 0,
    respond: async () => failed({ kind: 'rate_limited', code: '429', retryAfterMs: 7_000, raw: null }),
  },
  // A 500 doesn't show whether the write took effect.
  unknown('500', 'not', async () => lost('500')),
  timingOut('a write that takes effect after the timeout', 'late', async (call, connection) => {
    await connection.timedOut
    return call()
  }),
  unknown('malformed JSON', 'done', async (call) => {
    await call()
    return JSON.parse('{"id": "sbc_')
  }),
  unknown('an empty body', 'done', async (call) => {
    await call()
    return lost('empty_body')
  }),
  {
    name: 'a wrong amount',
    consequence: { kind: 'wrong', what: 'amount' },
    timesOut: false,
    outageMs: 0,
    respond: (call) => call(),
  },
  {
    name: 'a wrong currency',
    consequence: { kind: 'wrong', what: 'currency' },
    timesOut: false,
    outageMs: 0,
    respond: (call) => call(),
  },
  {
    ...unknown('a day’s outage', 'done', async (call) => {
      await call()
      return resetConnection()
    }),
    outageMs: DAY_MS,
  },
]
