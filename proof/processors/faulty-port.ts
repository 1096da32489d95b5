import {
  failed,
  type Outcome,
  type PaymentProcessor,
  type ProcessorPayment,
  type ProcessorRefund,
} from '../../server/gateways/payments/port.ts'
import { type Fault, type FaultControl, FaultState, takesEffect, type Write } from './fault-control.ts'

const WRITES = ['create', 'confirm', 'capture', 'refund'] as const satisfies readonly Write[]
const READS = ['fetch', 'findPayment', 'findRefund', 'listPayments', 'listRefunds'] as const

type AnyCall = (...values: unknown[]) => Promise<Outcome<unknown>>

/**
 * Wraps a processor at the payment port, as the simulation does. The Sandbox runs in this process without a
 * network, so network faults appear as an adapter would report them: an unknown outcome, a thrown error or no
 * response.
 */
export function createFaultyPort(
  real: PaymentProcessor,
  isHeld: () => boolean = () => false,
): { processor: PaymentProcessor; faults: FaultControl } {
  const state = new FaultState()
  const wrapped: Record<string, unknown> = {}
  for (const name of WRITES) wrapped[name] = wrapWrite(state, name, callOf(real, name))
  for (const name of READS) wrapped[name] = wrapRead(state, callOf(real, name))
  wrapped.deliverDue = async (...values: Parameters<NonNullable<PaymentProcessor['deliverDue']>>) => {
    if (!state.disconnected && !isHeld()) await real.deliverDue?.(...values)
  }
  const processor = new Proxy(real, {
    get: (target, name) => Reflect.get(wrapped, name) ?? Reflect.get(target, name),
  })
  return {
    processor,
    faults: {
      start: (fault, writes) => state.start(fault, writes),
      effect: () => state.effect,
      passTimeout: () => state.passTimeout(),
      disconnect: async () => {
        state.disconnected = true
      },
      recover: async () => state.recover(),
    },
  }
}

const callOf = (real: PaymentProcessor, name: (typeof WRITES)[number] | (typeof READS)[number]): AnyCall =>
  (real[name] as unknown as AnyCall).bind(real)

const wrapWrite = (state: FaultState, name: Write, call: AnyCall): AnyCall =>
  async function write(...values) {
    if (state.disconnected) return UNREACHABLE
    const fault = state.faultOf(name)
    if (fault === null) return call(...values)
    if (fault.answer === 'late') await state.timedOut
    const outcome = takesEffect(fault) ? await state.track(call(...values)) : UNREACHABLE
    if (fault.answer === 'held') await state.hold()
    return replace(state, fault, outcome)
  }

const wrapRead = (state: FaultState, call: AnyCall): AnyCall =>
  async function read(...values) {
    return state.disconnected ? UNREACHABLE : alterAmount(state, await call(...values))
  }

const UNREACHABLE = failed({ kind: 'unavailable', code: 'ECONNREFUSED', raw: null })
const lost = (code: string): Outcome<never> => failed({ kind: 'unknown_outcome', code, raw: null })

/** Returns what an adapter makes of the faulty answer. */
function replace(state: FaultState, { answer }: Fault, outcome: Outcome<unknown>): Promise<Outcome<unknown>> {
  switch (answer) {
    case 'none':
      return new Promise<never>(() => {})
    case 'reset':
      return Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))
    case '429':
      return Promise.resolve(failed({ kind: 'rate_limited', code: '429', retryAfterMs: 7_000, raw: null }))
    case '500':
      return Promise.resolve(lost('500'))
    case 'malformed':
      return Promise.resolve().then(() => JSON.parse('{"id": "sbc_'))
    case 'empty':
      return Promise.resolve(lost('empty_body'))
    default:
      return Promise.resolve(alterAmount(state, outcome))
  }
}

/** Changes the amount or currency in a response, for faults that report a wrong one. */
function alterAmount({ altered }: FaultState, outcome: Outcome<unknown>): Outcome<unknown> {
  if (altered === null || !outcome.ok || outcome.value === null) return outcome
  const value = outcome.value as ProcessorPayment | ProcessorRefund
  const change = (money: ProcessorPayment['amount']) =>
    altered === 'currency' ? { ...money, currency: 'EUR' } : { ...money, minor: money.minor + 100n }
  const captured = 'captured' in value && value.captured.minor > 0n ? change(value.captured) : null
  return { ok: true, value: { ...value, amount: change(value.amount), ...(captured && { captured }) } }
}
