import {
  type LawPaySimulator,
  lawPayEnvironment,
  startLawPaySimulator,
} from '../../../simulators/lawpay/index.ts'
import { openFaultyWire, type WireProtocol } from '../faulty-wire.ts'
import type { ChargeRecord, ConnectedProcessor, ProcessorRow } from '../processor-row.ts'

const CARDS = { good: '4242424242424242', declined: '4000000000000002' } as const
const BANKS = { good: '000123456789', declined: '000111111113' } as const

export const lawPayRow: ProcessorRow = {
  name: 'LawPay',
  async start(now) {
    const lawPay = await startLawPaySimulator({ now })
    const wire = await openFaultyWire(lawPay.origin, PROTOCOL)
    return {
      id: 'lawpay',
      env: { ...lawPayEnvironment(lawPay), LAWPAY_PLATFORM_URL: wire.origin, LAWPAY_API_URL: wire.origin },
      faults: wire.faults,
      namesAmounts: true,
      async connect({ ask, remoteId }) {
        await ask('finish', await agree(String((await ask('start')).url)))
        return connect(lawPay, await remoteId())
      },
      violations: () => lawPay.controls.violations,
      async close() {
        await wire.close()
        await lawPay.close()
      },
    }
  },
}

const PROTOCOL: WireProtocol = {
  writeOf(method, path) {
    if (method !== 'POST') return null
    if (path === '/v1/charges') return 'create'
    if (path === '/oauth/token') return 'connect'
    if (path.endsWith('/refund')) return 'refund'
    return path.endsWith('/capture') ? 'capture' : null
  },
  limited: { messages: [{ code: 'rate_limit_exceeded', level: 'error' }] },
  failure: { messages: [{ code: 'internal_error', level: 'error' }] },
  alter: alterAnswer,
}

function alterAnswer(answer: unknown, what: 'amount' | 'currency'): unknown {
  if (Array.isArray(answer)) return answer.map((one) => alterAnswer(one, what))
  if (answer === null || typeof answer !== 'object') return answer
  const changed = Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, alterAnswer(value, what)]),
  )
  if (changed.type !== 'CHARGE' && changed.type !== 'REFUND') return changed
  return what === 'currency'
    ? { ...changed, currency: 'EUR' }
    : { ...changed, amount: Number(changed.amount) + 100 }
}

/** Presses Authorize on LawPay's page. Returns the query with which LawPay leads back. */
async function agree(page: string): Promise<object> {
  const form = new URLSearchParams(new URL(page).search)
  form.set('decision', 'allow')
  const reply = await fetch(new URL('/oauth/authorize', page), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  return Object.fromEntries(new URL(reply.headers.get('location')!).searchParams)
}

function connect({ origin, controls }: LawPaySimulator, firm: string): ConnectedProcessor {
  const { events } = controls
  const { publicKey, secretKey } = controls.keysOf(firm)
  const call = <T>(method: string, path: string, body?: object, key = secretKey) =>
    callLawPay<T>(origin, key, { method, path, body })
  return {
    fill: async (type, outcome) => ({
      option: type === 'e_check' ? 'lawpay-e-check' : 'lawpay-card',
      values: {
        charge_token: (await call<{ id: string }>('POST', 'tokens', typed(type, outcome), publicKey)).id,
      },
    }),
    async readBooks() {
      const { results } = await call<{ results: Charge[] }>('GET', 'transactions?type=CHARGE&page_size=10000')
      return results.map(recordOf)
    },
    desk: {
      async refund(ref, minor) {
        await call('POST', `charges/${ref}/refund`, {
          amount: Number(minor),
          reference: `desk-${ref}-${minor}`,
        })
      },
    },
    events: {
      tooOldSeconds: null,
      hold() {
        events.held = true
      },
      held: async () =>
        events.waiting
          .filter(({ event }) => event.firmId === firm)
          .map(({ event, url }) => ({
            id: event.id,
            chargeRef: event.objectId,
            // Events are not signed: a forged one names an event that LawPay doesn't know.
            send: ({ forged = false } = {}) =>
              events.send(forged ? { ...event, id: `evt_${'0'.repeat(24)}` } : event, url),
          })),
      async release() {
        events.release()
        await events.idle()
      },
    },
  }
}

/** Values that a payer types into the hosted fields. */
const typed = (type: 'credit_card' | 'e_check', outcome: 'good' | 'declined') =>
  type === 'e_check'
    ? { type: 'bank', routing_number: '000000013', number: BANKS[outcome], name: 'A Payer' }
    : { type: 'card', number: CARDS[outcome], cvv: '123', exp_month: 12, exp_year: 2030 }

interface Call {
  readonly method: string
  readonly path: string
  readonly body: object | undefined
}

/** Calls LawPay with a firm's secret key, or with its public key as the hosted fields do. */
async function callLawPay<T>(origin: string, key: string, { method, path, body }: Call): Promise<T> {
  const reply = await fetch(`${origin}/v1/${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`LawPay refused ${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}

interface Charge {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly amount_refunded: number
  readonly currency: string
  readonly auto_capture: boolean
  readonly captured: boolean
  readonly reference: string
  readonly method: { readonly type: string }
  readonly refunds: readonly { id: string; reference: string; amount: number }[]
}

function recordOf(charge: Charge): ChargeRecord {
  const status = statusOf(charge)
  const taken = status === 'confirmed' || status === 'refunded'
  return {
    ref: charge.id,
    ourId: charge.reference,
    status,
    currency: charge.currency,
    captured: taken ? BigInt(charge.amount) : 0n,
    refunded: BigInt(charge.amount_refunded),
    refunds: charge.refunds.map(({ id, reference, amount }) => ({
      ref: id,
      ourId: reference.startsWith('desk-') ? null : reference,
      amount: BigInt(amount),
    })),
  }
}

function statusOf({ status, amount, amount_refunded, captured, method }: Charge): string {
  if (status === 'FAILED' || status === 'VOIDED') return 'rejected'
  if (amount_refunded >= amount) return 'refunded'
  if (status === 'COMPLETED') return 'confirmed'
  if (method.type === 'bank') return 'waiting'
  return captured ? 'confirmed' : 'preauth'
}
