import {
  failed,
  type Outcome,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
} from '../../server/gateways/payments/port.ts'
import type { Fault, Line } from './faults.ts'

/** The calls that move money. */
export type Write = 'create' | 'confirm' | 'capture' | 'refund'

/** What goes wrong with the processor now, as the test says. */
export interface Trouble {
  /** From now on these writes go wrong; the same as long as it lasts. */
  strike(fault: Fault, writes: readonly Write[]): void
  /** The product has given up waiting for whatever it asked. */
  giveUp(): Promise<void>
  /** Everything is well again. */
  mend(): void
  /** From now on it answers nothing at all, and nothing reaches it. */
  goAway(): void
}

interface State {
  fault: Fault | null
  writes: readonly Write[]
  away: boolean
  line: Line
  open: () => void
  running: Set<Promise<unknown>>
}

const WRITES = ['create', 'confirm', 'capture', 'refund'] as const satisfies readonly Write[]
const READS = ['fetch', 'findPayment', 'findRefund', 'listPayments', 'listRefunds'] as const

type AnyCall = (...values: unknown[]) => Promise<Outcome<unknown>>

/**
 * Stands at the seam between the product and a processor, as the simulation's does. The Sandbox lives in this program and
 * has no wire; what a wire can do to an answer is what its adapter would make of it by the port: an outcome that is
 * unknown, an error thrown, silence.
 */
export function troubled(real: PaymentProvider): { processor: PaymentProvider; trouble: Trouble } {
  const state: State = { fault: null, writes: [], away: false, ...newLine(), running: new Set() }
  const watched: Record<string, unknown> = {}
  for (const name of WRITES) watched[name] = writing(state, name, callOf(real, name))
  for (const name of READS) watched[name] = reading(state, callOf(real, name))
  watched.deliverDue = async (...values: Parameters<NonNullable<PaymentProvider['deliverDue']>>) => {
    if (!state.away) await real.deliverDue?.(...values)
  }
  const processor = new Proxy(real, {
    get: (target, name) => Reflect.get(watched, name) ?? Reflect.get(target, name),
  })
  return { processor, trouble: troubleOf(state) }
}

const callOf = (real: PaymentProvider, name: Write | (typeof READS)[number]): AnyCall =>
  (real[name] as unknown as AnyCall).bind(real)

function newLine(): Pick<State, 'line' | 'open'> {
  const { promise: givenUp, resolve: open } = Promise.withResolvers<void>()
  return { line: { givenUp }, open }
}

const writing = (state: State, name: Write, call: AnyCall): AnyCall =>
  async function write(...values) {
    const { fault, line } = state
    if (state.away) return AWAY
    if (fault === null || !state.writes.includes(name)) return call(...values)
    const answered = fault.answer(() => track(state, call(...values)), line)
    return altered(fault, await answered)
  }

const reading = (state: State, call: AnyCall): AnyCall =>
  async function read(...values) {
    return state.away ? AWAY : altered(state.fault, await call(...values))
  }

const AWAY = failed({ kind: 'unavailable', code: 'ECONNREFUSED', raw: null })

function track<T>(state: State, work: Promise<T>): Promise<T> {
  state.running.add(work)
  return work.finally(() => state.running.delete(work))
}

/** An answer that speaks of another sum than what was asked. */
function altered(fault: Fault | null, outcome: Outcome<unknown>): Outcome<unknown> {
  if (fault?.leaves.kind !== 'wrong' || !outcome.ok || outcome.value === null) return outcome
  const { what } = fault.leaves
  const value = outcome.value as ProviderPayment | ProviderRefund
  const change = (money: ProviderPayment['amount']) =>
    what === 'currency' ? { ...money, currency: 'EUR' } : { ...money, minor: money.minor + 100n }
  const captured = 'captured' in value && value.captured.minor > 0n ? change(value.captured) : null
  return { ok: true, value: { ...value, amount: change(value.amount), ...(captured && { captured }) } }
}

const troubleOf = (state: State): Trouble => ({
  strike(fault, writes) {
    Object.assign(state, { fault, writes, ...newLine() })
  },
  async giveUp() {
    state.open()
    // What was held back reaches the processor now.
    for (let turn = 0; turn < 3; turn++) {
      await Promise.allSettled([...state.running])
      await new Promise((resolve) => setImmediate(resolve))
    }
  },
  goAway() {
    state.away = true
  },
  mend() {
    state.fault = null
    state.away = false
  },
})
