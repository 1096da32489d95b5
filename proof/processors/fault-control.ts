import { DAY_MS } from '../../domain/dates/durations.ts'

/** The calls that move money, and the one that connects a company. */
export type Write = 'create' | 'confirm' | 'capture' | 'refund' | 'connect'

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

/**
 * Results that the product gets instead of the response. `late`: the call reaches the processor after the timeout. `held`: it has its effect
 * at once, and the response comes when the timeout passes.
 */
export type FaultyAnswer =
  | 'none'
  | 'reset'
  | '429'
  | '500'
  | 'late'
  | 'held'
  | 'malformed'
  | 'empty'
  | 'altered'

/** One kind of failure of a call to a processor. */
export interface Fault {
  readonly name: string
  readonly consequence: Consequence
  readonly answer: FaultyAnswer
  /** True when there is no response before the timeout. */
  readonly timesOut: boolean
  /** Time for which the processor is unreachable afterwards. */
  readonly outageMs: number
}

/** Controls the faults of a processor. */
export interface FaultControl {
  /** Applies the fault to these writes from now on. */
  start(fault: Fault, writes: readonly Write[]): void
  /** Resolves once a call whose response is held has had its effect. */
  effect(): Promise<void>
  /** Lets the product's timeout pass for all calls in progress. */
  passTimeout(): Promise<void>
  /** Makes the processor unreachable from now on. */
  disconnect(): Promise<void>
  /** Ends all faults. */
  recover(): Promise<void>
}

const unknown = (name: string, effect: 'done' | 'not' | 'late', answer: FaultyAnswer): Fault => ({
  name,
  consequence: { kind: 'unknown', effect },
  answer,
  timesOut: answer === 'none' || answer === 'late',
  outageMs: 0,
})

const wrong = (what: 'amount' | 'currency'): Fault => ({
  name: `a wrong ${what}`,
  consequence: { kind: 'wrong', what },
  answer: 'altered',
  timesOut: false,
  outageMs: 0,
})

/** All faults. A new fault is added here. */
export const FAULTS: readonly Fault[] = [
  unknown('timeout before the effect', 'not', 'none'),
  unknown('timeout after the effect', 'done', 'none'),
  unknown('connection reset before the effect', 'not', 'reset'),
  unknown('connection reset after the effect', 'done', 'reset'),
  {
    name: '429 with Retry-After',
    consequence: { kind: 'refused' },
    answer: '429',
    timesOut: false,
    outageMs: 0,
  },
  // A 500 doesn't show whether the write took effect.
  unknown('500', 'not', '500'),
  unknown('a write that takes effect after the timeout', 'late', 'late'),
  unknown('malformed JSON', 'done', 'malformed'),
  unknown('an empty body', 'done', 'empty'),
  wrong('amount'),
  wrong('currency'),
  { ...unknown('a day’s outage', 'done', 'reset'), outageMs: DAY_MS },
]

/** A response that arrives after the webhooks about its effect. */
export const HELD_RESPONSE: Fault = { ...unknown('a held response', 'done', 'held'), timesOut: false }

/** A response that is lost after the effect. */
export const LOST_RESPONSE = FAULTS.find(({ name }) => name === 'connection reset after the effect')!

/** Whether the write reaches the processor, before its response is replaced. */
export const takesEffect = ({ consequence }: Fault): boolean =>
  consequence.kind === 'wrong' || (consequence.kind === 'unknown' && consequence.effect !== 'not')

/** The faults of a processor and the calls in progress, which both ways of injecting faults share. */
export class FaultState {
  fault: Fault | null = null
  disconnected = false
  #writes: readonly Write[] = []
  #timeout = Promise.withResolvers<void>()
  #effect = Promise.withResolvers<void>()
  readonly #running = new Set<Promise<unknown>>()

  /** Resolves when the product's timeout has passed. */
  get timedOut(): Promise<void> {
    return this.#timeout.promise
  }

  get effect(): Promise<void> {
    return this.#effect.promise
  }

  /** Holds the response of a call that has had its effect. */
  hold(): Promise<void> {
    this.#effect.resolve()
    return this.timedOut
  }

  /** Returns the fault of a call; null when it is answered as it should be. */
  faultOf(write: Write | null): Fault | null {
    return write !== null && this.#writes.includes(write) ? this.fault : null
  }

  /** The value that every answer reports wrongly; null when none does. */
  get altered(): 'amount' | 'currency' | null {
    return this.fault?.consequence.kind === 'wrong' ? this.fault.consequence.what : null
  }

  track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work)
    return work.finally(() => this.#running.delete(work))
  }

  start(fault: Fault, writes: readonly Write[]): void {
    this.fault = fault
    this.#writes = writes
    this.#timeout = Promise.withResolvers()
    this.#effect = Promise.withResolvers()
  }

  async passTimeout(): Promise<void> {
    this.#timeout.resolve()
    // Delayed writes reach the processor now.
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      await Promise.allSettled([...this.#running])
    }
  }

  recover(): void {
    this.fault = null
    this.disconnected = false
  }
}
