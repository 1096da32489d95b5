import {
  failed,
  type Outcome,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  type RawRequest,
} from '../../../server/gateways/payments/port.ts'
import { die, type Mischief } from './mischief.ts'

type Answered = ProviderPayment | ProviderRefund

/** Charges that are on their way still, by our ids. */
export type HeldBackCalls = Map<string, () => Promise<unknown>>

/** Stands between the product and its processor, and misbehaves as it is told. */
export function watchProcessor(
  real: PaymentProvider,
  mischief: Mischief,
  heldBack: HeldBackCalls,
): PaymentProvider {
  const write =
    <Args extends unknown[], T extends Answered>(call: (...args: Args) => Promise<Outcome<T>>) =>
    (...args: Args): Promise<Outcome<T>> =>
      ask(mischief, () => call(...args))
  const read =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<Outcome<T>>) =>
    async (...args: Args): Promise<Outcome<T>> =>
      mischief.post === 'unreadable' ? unavailable : call(...args)
  const watched: Partial<PaymentProvider> = {
    create: async (connection, request, key) => {
      const call = () => real.create(connection, request, key)
      if (mischief.holdsBack) heldBack.set(request.ourId, call)
      return ask(mischief, call)
    },
    confirm: write(real.confirm!.bind(real)),
    capture: write(real.capture!.bind(real)),
    void: write(real.void!.bind(real)),
    refund: write(real.refund.bind(real)),
    fetch: read(real.fetch.bind(real)),
    findPayment: read(real.findPayment.bind(real)),
    findRefund: read(real.findRefund.bind(real)),
    deliverDue: (connection, receive) =>
      deliver(mischief, (take) => real.deliverDue!(connection, take), receive),
  }
  return new Proxy(real, {
    get: (target, name) => Reflect.get(watched, name) ?? Reflect.get(target, name),
  })
}

const unavailable = failed({ kind: 'unavailable', code: '503', raw: null })
const unheard = failed({ kind: 'unknown_outcome', code: 'timeout', raw: null })

async function ask<T extends Answered>(
  mischief: Mischief,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { trouble } = mischief
  switch (trouble) {
    case 'intended':
      return die(mischief)
    case 'timeoutBefore':
      return unheard
    case 'resetBefore':
      throw new Error('socket hang up')
    case 'rateLimited':
      return failed({ kind: 'rate_limited', code: '429', raw: null })
    case 'unavailable':
      return unavailable
  }
  const outcome = await call()
  mischief.called = true
  switch (trouble) {
    case 'called':
      return die(mischief)
    case 'timeoutAfter':
      return unheard
    case 'resetAfter':
      throw new Error('socket hang up')
    case 'wrongAmount':
      return altered(outcome, ({ minor, currency }) => ({ minor: minor + 1n, currency }))
    case 'wrongCurrency':
      return altered(outcome, ({ minor, currency }) => ({
        minor,
        currency: currency === 'EUR' ? 'GBP' : 'EUR',
      }))
    default:
      return outcome
  }
}

type Money = ProviderPayment['amount']

const altered = <T extends Answered>(outcome: Outcome<T>, change: (money: Money) => Money): Outcome<T> =>
  outcome.ok ? { ok: true, value: { ...outcome.value, amount: change(outcome.value.amount) } } : outcome

type Receive = (request: RawRequest) => Promise<boolean>

async function deliver(
  mischief: Mischief,
  send: (take: Receive) => Promise<void>,
  receive: Receive,
): Promise<void> {
  switch (mischief.post) {
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
