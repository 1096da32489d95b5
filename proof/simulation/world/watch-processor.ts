import {
  failed,
  type Outcome,
  type PaymentProcessor,
  type ProcessorPayment,
  type ProcessorRefund,
  type RawRequest,
} from '../../../server/gateways/payments/port.ts'
import { crashProcess, type InjectedFaults } from './injected-faults.ts'

type ProcessorObject = ProcessorPayment | ProcessorRefund

/** Charge requests that have not reached the processor yet, by our ids. */
export type DelayedCharges = Map<string, () => Promise<unknown>>

/** Wraps a processor and injects faults into its calls. */
export function watchProcessor(
  real: PaymentProcessor,
  faults: InjectedFaults,
  delayedCharges: DelayedCharges,
): PaymentProcessor {
  const write =
    <Args extends unknown[], T extends ProcessorObject>(call: (...args: Args) => Promise<Outcome<T>>) =>
    (...args: Args): Promise<Outcome<T>> =>
      callWithFaults(faults, () => call(...args))
  const read =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<Outcome<T>>) =>
    async (...args: Args): Promise<Outcome<T>> =>
      faults.webhooks === 'unreadable' ? unavailable : call(...args)
  const watched: Partial<PaymentProcessor> = {
    create: async (connection, request, key) => {
      const call = () => real.create(connection, request, key)
      if (faults.delaysCharges) delayedCharges.set(request.ourId, call)
      return callWithFaults(faults, call)
    },
    confirm: write(real.confirm!.bind(real)),
    capture: write(real.capture!.bind(real)),
    void: write(real.void!.bind(real)),
    refund: write(real.refund.bind(real)),
    fetch: read(real.fetch.bind(real)),
    findPayment: read(real.findPayment.bind(real)),
    findRefund: read(real.findRefund.bind(real)),
    deliverDue: (connection, receive) =>
      deliverEvents(faults, (take) => real.deliverDue!(connection, take), receive),
  }
  return new Proxy(real, {
    get: (target, name) => Reflect.get(watched, name) ?? Reflect.get(target, name),
  })
}

const unavailable = failed({ kind: 'unavailable', code: '503', raw: null })
const timedOut = failed({ kind: 'unknown_outcome', code: 'timeout', raw: null })

async function callWithFaults<T extends ProcessorObject>(
  faults: InjectedFaults,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { trouble } = faults
  switch (trouble) {
    case 'intended':
      return crashProcess(faults)
    case 'timeoutBefore':
      return timedOut
    case 'resetBefore':
      throw new Error('socket hang up')
    case 'rateLimited':
      return failed({ kind: 'rate_limited', code: '429', raw: null })
    case 'unavailable':
      return unavailable
  }
  const outcome = await call()
  faults.called = true
  switch (trouble) {
    case 'called':
      return crashProcess(faults)
    case 'timeoutAfter':
      return timedOut
    case 'resetAfter':
      throw new Error('socket hang up')
    case 'wrongAmount':
      return changeAmount(outcome, ({ minor, currency }) => ({ minor: minor + 1n, currency }))
    case 'wrongCurrency':
      return changeAmount(outcome, ({ minor, currency }) => ({
        minor,
        currency: currency === 'EUR' ? 'GBP' : 'EUR',
      }))
    default:
      return outcome
  }
}

type Money = ProcessorPayment['amount']

const changeAmount = <T extends ProcessorObject>(
  outcome: Outcome<T>,
  change: (money: Money) => Money,
): Outcome<T> =>
  outcome.ok ? { ok: true, value: { ...outcome.value, amount: change(outcome.value.amount) } } : outcome

type Receive = (request: RawRequest) => Promise<boolean>

async function deliverEvents(
  faults: InjectedFaults,
  send: (take: Receive) => Promise<void>,
  receive: Receive,
): Promise<void> {
  switch (faults.webhooks) {
    case 'late':
      return
    case 'twice':
      return send(async (request) => (await receive(request)) && receive(request))
    case 'reversed': {
      const requests: RawRequest[] = []
      await send(async (request) => requests.push(request) > 0)
      for (const request of requests.reverse()) await receive(request)
      return
    }
    default:
      return send(receive)
  }
}
