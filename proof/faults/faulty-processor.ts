import {
  failed,
  type Outcome,
  type PaymentProcessor,
  type ProcessorPayment,
  type ProcessorRefund,
} from '../../server/gateways/payments/port.ts'
import type { Connection, Fault } from './faults.ts'

/** The calls that move money. */
export type Write = 'create' | 'confirm' | 'capture' | 'refund'

/** Controls the faults of the processor in a test. */
export interface FaultControl {
  /** Applies the fault to these writes from now on. */
  start(fault: Fault, writes: readonly Write[]): void
  /** Lets the product's timeout pass for all calls in progress. */
  passTimeout(): Promise<void>
  /** Ends all faults. */
  recover(): void
  /** Makes the processor unreachable from now on. */
  disconnect(): void
}

interface State {
  fault: Fault | null
  writes: readonly Write[]
  disconnected: boolean
  connection: Connection
  passTimeout: () => void
  running: Set<Promise<unknown>>
}

const WRITES = ['create', 'confirm', 'capture', 'refund'] as const satisfies readonly Write[]
const READS = ['fetch', 'findPayment', 'findRefund', 'listPayments', 'listRefunds'] as const

type AnyCall = (...values: unknown[]) => Promise<Outcome<unknown>>

/**
 * Wraps a processor at the payment port, as the simulation does. The sandbox runs in this process without a
 * network, so network faults appear as an adapter would report them: an unknown outcome, a thrown error or no
 * response.
 */
export function createFaultyProcessor(real: PaymentProcessor): {
  processor: PaymentProcessor
  faults: FaultControl
} {
  const state: State = {
    fault: null,
    writes: [],
    disconnected: false,
    ...newConnection(),
    running: new Set(),
  }
  const wrapped: Record<string, unknown> = {}
  for (const name of WRITES) wrapped[name] = wrapWrite(state, name, callOf(real, name))
  for (const name of READS) wrapped[name] = wrapRead(state, callOf(real, name))
  wrapped.deliverDue = async (...values: Parameters<NonNullable<PaymentProcessor['deliverDue']>>) => {
    if (!state.disconnected) await real.deliverDue?.(...values)
  }
  const processor = new Proxy(real, {
    get: (target, name) => Reflect.get(wrapped, name) ?? Reflect.get(target, name),
  })
  return { processor, faults: controlFaults(state) }
}

const callOf = (real: PaymentProcessor, name: Write | (typeof READS)[number]): AnyCall =>
  (real[name] as unknown as AnyCall).bind(real)

function newConnection(): Pick<State, 'connection' | 'passTimeout'> {
  const { promise: timedOut, resolve: passTimeout } = Promise.withResolvers<void>()
  return { connection: { timedOut }, passTimeout }
}

const wrapWrite = (state: State, name: Write, call: AnyCall): AnyCall =>
  async function write(...values) {
    const { fault, connection } = state
    if (state.disconnected) return UNREACHABLE
    if (fault === null || !state.writes.includes(name)) return call(...values)
    const response = fault.respond(() => track(state, call(...values)), connection)
    return alterAmount(fault, await response)
  }

const wrapRead = (state: State, call: AnyCall): AnyCall =>
  async function read(...values) {
    return state.disconnected ? UNREACHABLE : alterAmount(state.fault, await call(...values))
  }

const UNREACHABLE = failed({ kind: 'unavailable', code: 'ECONNREFUSED', raw: null })

function track<T>(state: State, work: Promise<T>): Promise<T> {
  state.running.add(work)
  return work.finally(() => state.running.delete(work))
}

/** Changes the amount or currency in a response, for faults that report a wrong one. */
function alterAmount(fault: Fault | null, outcome: Outcome<unknown>): Outcome<unknown> {
  if (fault?.consequence.kind !== 'wrong' || !outcome.ok || outcome.value === null) return outcome
  const { what } = fault.consequence
  const value = outcome.value as ProcessorPayment | ProcessorRefund
  const change = (money: ProcessorPayment['amount']) =>
    what === 'currency' ? { ...money, currency: 'EUR' } : { ...money, minor: money.minor + 100n }
  const captured = 'captured' in value && value.captured.minor > 0n ? change(value.captured) : null
  return { ok: true, value: { ...value, amount: change(value.amount), ...(captured && { captured }) } }
}

const controlFaults = (state: State): FaultControl => ({
  start(fault, writes) {
    Object.assign(state, { fault, writes, ...newConnection() })
  },
  async passTimeout() {
    state.passTimeout()
    // Delayed writes reach the processor now.
    for (let turn = 0; turn < 3; turn++) {
      await Promise.allSettled([...state.running])
      await new Promise((resolve) => setImmediate(resolve))
    }
  },
  disconnect() {
    state.disconnected = true
  },
  recover() {
    state.fault = null
    state.disconnected = false
  },
})
