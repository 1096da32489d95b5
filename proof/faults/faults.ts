import { failed, type Outcome } from '../../server/gateways/payments/port.ts'

const DAY_MS = 86_400_000

/**
 * What is left when the answer to a write went wrong.
 * - unknown: nobody here can tell whether it happened. done: it did. not: it didn't. late: it does once we have given up.
 * - refused: the processor said that nothing happened.
 * - wrong: it speaks of another sum than was asked for.
 */
export type Leaves =
  | { readonly kind: 'unknown'; readonly effect: 'done' | 'not' | 'late' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wrong'; readonly what: 'amount' | 'currency' }

/** One way in which a call to a processor goes wrong. */
export interface Fault {
  readonly name: string
  readonly leaves: Leaves
  /** The answer doesn't come while anybody waits for it. */
  readonly silent: boolean
  /** So long the processor answers nothing else either. */
  readonly awayMs: number
  /** What comes instead of the answer to a write. `call` does what is asked. */
  answer<T>(call: () => Promise<Outcome<T>>, line: Line): Promise<Outcome<T>>
}

/** The line to the processor. */
export interface Line {
  /** Resolves once the product has given up waiting. */
  readonly givenUp: Promise<void>
}

const silence = new Promise<never>(() => {})

/** As Node words it when the other side closes a connection. */
const reset = (): never => {
  throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
}

const unknown = (name: string, effect: 'done' | 'not' | 'late', answer: Fault['answer']): Fault => ({
  name,
  leaves: { kind: 'unknown', effect },
  silent: false,
  awayMs: 0,
  answer,
})

const silently = (name: string, effect: 'done' | 'not' | 'late', answer: Fault['answer']): Fault => ({
  ...unknown(name, effect, answer),
  silent: true,
})

const lost = (code: string): Outcome<never> => failed({ kind: 'unknown_outcome', code, raw: null })

/** Every way there is. A new one is a line here. */
export const FAULTS: readonly Fault[] = [
  silently('time-out before the effect', 'not', () => silence),
  silently('time-out after the effect', 'done', async (call) => {
    await call()
    return silence
  }),
  unknown('connection reset before the effect', 'not', async () => reset()),
  unknown('connection reset after the effect', 'done', async (call) => {
    await call()
    return reset()
  }),
  {
    name: '429 with Retry-After',
    leaves: { kind: 'refused' },
    silent: false,
    awayMs: 0,
    answer: async () => failed({ kind: 'rate_limited', code: '429', retryAfterMs: 7_000, raw: null }),
  },
  // What a processor did before it answered with 500 can't be told.
  unknown('500', 'not', async () => lost('500')),
  silently('an answer after our time limit', 'late', async (call, line) => {
    await line.givenUp
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
    leaves: { kind: 'wrong', what: 'amount' },
    silent: false,
    awayMs: 0,
    answer: (call) => call(),
  },
  {
    name: 'a wrong currency',
    leaves: { kind: 'wrong', what: 'currency' },
    silent: false,
    awayMs: 0,
    answer: (call) => call(),
  },
  {
    ...unknown('a day’s outage', 'done', async (call) => {
      await call()
      return reset()
    }),
    awayMs: DAY_MS,
  },
]
