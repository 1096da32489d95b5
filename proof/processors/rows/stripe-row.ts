import { newId } from '../../../server/platform/ids.ts'
import { type StripeSimulator, startStripeSimulator } from '../../../simulators/stripe/index.ts'
import {
  createStripeMethod,
  stripeBankAccount,
  stripeCard,
} from '../../../testing/processors/stripe-methods.ts'
import { openFaultyWire, type WireProtocol } from '../faulty-wire.ts'
import type { ChargeRecord, ConnectedProcessor, ProcessorRow } from '../processor-row.ts'

const CARDS = { good: '4242424242424242', declined: '4000000000000002' } as const
const BANK_ACCOUNTS = { good: '000123456789', declined: '000111111113' } as const

export const stripeRow: ProcessorRow = {
  name: 'Stripe',
  async start(now) {
    const stripe = await startStripeSimulator({ now })
    const wire = await openFaultyWire(stripe.origin, PROTOCOL)
    return {
      id: 'stripe_connect',
      env: {
        STRIPE_CLIENT_ID: stripe.clientId,
        STRIPE_SECRET_KEY: stripe.apiKey,
        STRIPE_API_URL: wire.origin,
        STRIPE_CONNECT_URL: stripe.origin,
        STRIPE_SCRIPT_URL: `${stripe.origin}/endive/stripe.js`,
      },
      faults: wire.faults,
      namesAmounts: true,
      async connect({ ask, remoteId }) {
        await ask('finish', await agree(String((await ask('start')).url)))
        return connect(stripe, await remoteId())
      },
      violations: () => stripe.controls.violations,
      async close() {
        await wire.close()
        await stripe.close()
      },
    }
  },
}

const PROTOCOL: WireProtocol = {
  writeOf(method, path) {
    if (method !== 'POST') return null
    if (path === '/v1/payment_intents') return 'create'
    if (path === '/v1/refunds') return 'refund'
    if (path === '/oauth/token') return 'connect'
    return path.endsWith('/capture') ? 'capture' : null
  },
  limited: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' } },
  failure: { error: { type: 'api_error', message: 'An unknown error occurred.' } },
  alter: alterAnswer,
}

function alterAnswer(answer: unknown, what: 'amount' | 'currency'): unknown {
  if (Array.isArray(answer)) return answer.map((one) => alterAnswer(one, what))
  if (answer === null || typeof answer !== 'object') return answer
  const changed = Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, alterAnswer(value, what)]),
  )
  if (changed.object !== 'payment_intent' && changed.object !== 'refund') return changed
  if (what === 'currency') return { ...changed, currency: 'eur' }
  const received = Number(changed.amount_received ?? 0)
  return {
    ...changed,
    amount: Number(changed.amount) + 100,
    ...(received > 0 && { amount_received: received + 100 }),
  }
}

function connect(stripe: StripeSimulator, account: string): ConnectedProcessor {
  const call = <T>(method: string, path: string, form?: Readonly<Record<string, string>>) =>
    callStripe<T>(stripe, account, method, path, form)
  const webhooks = stripe.controls.webhooksOf(account)!
  return {
    fill: async (type, outcome) => {
      const isBank = type === 'e_check'
      const fields = isBank ? stripeBankAccount(BANK_ACCOUNTS[outcome]) : stripeCard(CARDS[outcome])
      const key = `pk_test_${account.slice('acct_'.length)}`
      return {
        option: isBank ? 'stripe_connect-e-check' : 'stripe_connect-card',
        values: { charge_token: await createStripeMethod(stripe.origin, key, fields) },
      }
    },
    readBooks: () => readBooks(call),
    desk: {
      async refund(ref, minor) {
        await call('POST', 'refunds', { payment_intent: ref, amount: String(minor) })
      },
      async dispute(ref) {
        stripe.controls.openDispute(ref)
      },
      async disputePart(ref, minor) {
        stripe.controls.openDispute(ref, 'duplicate', Number(minor))
      },
    },
    events: {
      tooOldSeconds: 302,
      hold() {
        webhooks.held = true
      },
      held: async () =>
        webhooks.undelivered.map((event) => ({
          id: event.id,
          chargeRef: intentOf(event.data.object as Partial<Intent & Refund>),
          send: ({ ageSeconds = 0, forged = false } = {}) =>
            webhooks.send(event, { ageSeconds, ...(forged && { secret: 'whsec_of_nobody' }) }),
        })),
      async release() {
        webhooks.held = false
        await webhooks.deliverAll()
        await webhooks.settled()
      },
    },
  }
}

/** Presses Connect on Stripe's page. Returns the query with which Stripe leads back. */
async function agree(page: string): Promise<object> {
  const form = new URLSearchParams(new URL(page).search)
  form.set('decision', 'connect')
  const reply = await fetch(new URL('/oauth/authorize', page), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  return Object.fromEntries(new URL(reply.headers.get('location')!).searchParams)
}

const intentOf = (object: Partial<Intent & Refund>): string | null =>
  object.object === 'payment_intent' ? object.id! : (object.payment_intent ?? null)

interface Intent {
  readonly object: string
  readonly id: string
  readonly status: string
  readonly currency: string
  readonly amount_received: number
  readonly last_payment_error: object | null
  readonly metadata: { readonly payment_id?: string }
  readonly latest_charge: { readonly amount_refunded: number; readonly disputed: boolean } | null
}
interface Refund {
  readonly id: string
  readonly payment_intent: string
  readonly status: string
  readonly amount: number
  readonly metadata: { readonly refund_id?: string }
}
interface Dispute {
  readonly id: string
  readonly payment_intent: string
  readonly amount: number
}
type Call = <T>(method: string, path: string, form?: Readonly<Record<string, string>>) => Promise<T>

async function readBooks(call: Call): Promise<ChargeRecord[]> {
  const intents = await listAll<Intent>(call, 'payment_intents?expand[]=data.latest_charge&limit=100')
  const refunds = await listAll<Refund>(call, 'refunds?limit=100')
  const disputes = await listAll<Dispute>(call, 'disputes?limit=100')
  return intents.map((intent) => {
    const mine = refunds.filter((one) => one.payment_intent === intent.id && one.status === 'succeeded')
    const disputed = disputes.find((one) => one.payment_intent === intent.id)?.amount ?? 0
    const status = statusOf(intent, disputed)
    return {
      ref: intent.id,
      ourId: intent.metadata.payment_id ?? null,
      status,
      isDisputed: disputed > 0,
      currency: intent.currency.toUpperCase(),
      captured: status === 'rejected' ? 0n : BigInt(intent.amount_received),
      // Money that was held and released counts as refunded there, though it was never taken.
      refunded: status === 'rejected' ? 0n : BigInt((intent.latest_charge?.amount_refunded ?? 0) + disputed),
      refunds: mine.map(({ id, amount, metadata }) => ({
        ref: id,
        ourId: metadata.refund_id ?? null,
        amount: BigInt(amount),
      })),
    }
  })
}

function statusOf(
  { status, latest_charge: charge, amount_received, last_payment_error }: Intent,
  disputed: number,
): string {
  const left = amount_received - (charge?.amount_refunded ?? 0)
  if ((charge?.disputed && disputed >= left) || status === 'canceled') return 'rejected'
  if (status === 'succeeded')
    return charge && charge.amount_refunded >= amount_received ? 'refunded' : 'confirmed'
  if (status === 'requires_payment_method' && last_payment_error) return 'rejected'
  return { processing: 'waiting', requires_capture: 'preauth' }[status] ?? 'input'
}

/** Returns every object of a list, the oldest first. */
async function listAll<T extends { readonly id: string }>(call: Call, path: string): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const after = all.length > 0 ? `&starting_after=${all.at(-1)!.id}` : ''
    const page = await call<{ data: T[]; has_more: boolean }>('GET', `${path}${after}`)
    all.push(...page.data)
    if (!page.has_more) return all.reverse()
  }
}

/** Calls Stripe as the business does in its dashboard. */
async function callStripe<T>(
  { origin, apiKey }: StripeSimulator,
  account: string,
  method: string,
  path: string,
  form?: Readonly<Record<string, string>>,
): Promise<T> {
  const reply = await fetch(`${origin}/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'stripe-account': account,
      'stripe-version': '2026-10-28.endive',
      ...(form && { 'idempotency-key': newId(0) }),
    },
    ...(form && { body: new URLSearchParams(form) }),
  })
  if (!reply.ok) throw new Error(`Stripe refused ${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}
