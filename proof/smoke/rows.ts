import { createLawPay } from '../../server/gateways/payments/lawpay/index.ts'
import { createPayPal } from '../../server/gateways/payments/paypal/index.ts'
import { createPayTrace } from '../../server/gateways/payments/paytrace/index.ts'
import type { PaymentProcessor } from '../../server/gateways/payments/port.ts'
import { createQuickBooksPayments } from '../../server/gateways/payments/quickbooks-payments/index.ts'
import { createStripe } from '../../server/gateways/payments/stripe/index.ts'
import { readConfig } from '../../server/platform/config.ts'
import { lawPayEnvironment, startLawPaySimulator } from '../../simulators/lawpay/index.ts'
import { startPayPalSimulator } from '../../simulators/paypal/index.ts'
import { startPayTraceSimulator } from '../../simulators/paytrace/index.ts'
import { startQuickBooksSimulator } from '../../simulators/quickbooks/index.ts'
import { startStripeSimulator } from '../../simulators/stripe/index.ts'
import { payTraceCard, payTraceKeys } from '../../testing/processors/paytrace-company.ts'
import { makeQuickBooksToken } from '../../testing/processors/quickbooks-payments-company.ts'
import { accountId, connectByKeys, connectByPage, connectionOf, type SmokeRow } from './subject.ts'

const CARDS = { good: '4242424242424242', declined: '4000000000000002' } as const
type Env = NodeJS.ProcessEnv

const configOf = (env: Env) => readConfig({ ...env, NODE_ENV: 'test' })
const nothing = async () => {}

const stripe: SmokeRow = {
  name: 'Stripe',
  needs: ['STRIPE_CLIENT_ID', 'STRIPE_SECRET_KEY', 'SMOKE_STRIPE_ACCOUNT'],
  async openReal(env) {
    if (!env.STRIPE_SECRET_KEY!.startsWith('sk_test_')) throw new Error('STRIPE_SECRET_KEY moves money.')
    const remoteId = env.SMOKE_STRIPE_ACCOUNT!
    return {
      adapter: createStripe(configOf(env).stripe!),
      connection: { accountId, remoteId, credentials: { remoteId, live: false } },
      fill: async (outcome) => ({
        charge_token: outcome === 'good' ? 'pm_card_visa' : 'pm_card_chargeDeclined',
      }),
      refundsAtOnce: true,
      close: nothing,
    }
  },
  async openSimulated() {
    const started = await startStripeSimulator()
    const adapter = createStripe(
      configOf({
        STRIPE_CLIENT_ID: started.clientId,
        STRIPE_SECRET_KEY: started.apiKey,
        STRIPE_API_URL: started.origin,
        STRIPE_CONNECT_URL: started.origin,
      }).stripe!,
    )
    const connection = await connectByPage(adapter, 'connect')
    const key = connection.credentials!.publishableKey!
    return {
      adapter,
      connection,
      async fill(outcome) {
        const card = {
          key,
          type: 'card',
          'card[number]': CARDS[outcome],
          'card[exp_month]': '12',
          'card[exp_year]': '2035',
          'card[cvc]': '123',
        }
        const body = new URLSearchParams(card)
        const reply = await fetch(`${started.origin}/v1/payment_methods`, { method: 'POST', body })
        return { charge_token: ((await reply.json()) as { id: string }).id }
      },
      refundsAtOnce: true,
      close: () => started.close(),
    }
  },
}

/** An order is approved by a person, so that the test ends before. */
const payPal: SmokeRow = {
  name: 'PayPal',
  needs: ['SMOKE_PAYPAL_CLIENT_ID', 'SMOKE_PAYPAL_SECRET'],
  async openReal(env) {
    const adapter = createPayPal(configOf({ PAYPAL: 'on' }).payPal!, Date.now)
    const keys = {
      world: 'sandbox',
      client_id: env.SMOKE_PAYPAL_CLIENT_ID!,
      secret: env.SMOKE_PAYPAL_SECRET!,
    }
    return {
      adapter,
      connection: await connectByKeys(adapter, keys),
      fill: async () => null,
      refundsAtOnce: false,
      close: nothing,
    }
  },
  async openSimulated() {
    const started = await startPayPalSimulator({ acceptsAnyKeys: true })
    const env = { PAYPAL: 'on', PAYPAL_API_URL: started.origin, PAYPAL_SANDBOX_API_URL: started.origin }
    const adapter = createPayPal(configOf(env).payPal!, Date.now)
    const keys = { world: 'sandbox', client_id: 'smoke-client-of-a-company', secret: 'smoke-secret' }
    return {
      adapter,
      connection: await connectByKeys(adapter, keys),
      fill: async () => null,
      refundsAtOnce: false,
      close: () => started.close(),
    }
  },
}

const payTrace: SmokeRow = {
  name: 'PayTrace',
  needs: [
    'SMOKE_PAYTRACE_USER',
    'SMOKE_PAYTRACE_PASSWORD',
    'SMOKE_PAYTRACE_INTEGRATOR',
    'SMOKE_PAYTRACE_KEY',
  ],
  async openReal(env) {
    const adapter = createPayTrace(
      configOf({ PAYTRACE_API_URL: 'https://api.sandbox.paytrace.com' }).payTrace!,
      Date.now,
    )
    const publicKey = env.SMOKE_PAYTRACE_KEY!
    const keys = {
      user_name: env.SMOKE_PAYTRACE_USER!,
      password: env.SMOKE_PAYTRACE_PASSWORD!,
      integrator_id: env.SMOKE_PAYTRACE_INTEGRATOR!,
      public_key: publicKey,
      e_checks: 'no',
    }
    return {
      adapter,
      connection: await connectByKeys(adapter, keys),
      fill: async (outcome) => (outcome === 'good' ? payTraceCard({ publicKey }, '4012000098765439') : null),
      refundsAtOnce: false,
      close: nothing,
    }
  },
  async openSimulated() {
    const started = await startPayTraceSimulator({ settlesAfterMs: 0 })
    const adapter = createPayTrace(configOf({ PAYTRACE_API_URL: started.origin }).payTrace!, Date.now)
    return {
      adapter,
      connection: await connectByKeys(adapter, payTraceKeys(started)),
      fill: async (outcome) => payTraceCard(started, CARDS[outcome]),
      isKeyed: false,
      refundsAtOnce: true,
      close: () => started.close(),
    }
  },
}

/** Sends a test card to LawPay as the hosted fields do. */
async function lawPayToken(origin: string, publicKey: string, number: string): Promise<string> {
  const reply = await fetch(`${origin}/v1/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${publicKey}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      type: 'card',
      number,
      cvv: '123',
      exp_month: 12,
      exp_year: 2035,
      name: 'Smoke Test',
      postal_code: '10001',
    }),
  })
  return ((await reply.json()) as { id: string }).id
}

const lawPay: SmokeRow = {
  name: 'LawPay',
  needs: ['SMOKE_LAWPAY_ACCOUNT', 'SMOKE_LAWPAY_PUBLIC_KEY', 'SMOKE_LAWPAY_SECRET_KEY'],
  async openReal(env) {
    const settings = configOf({
      LAWPAY_CLIENT_ID: 'smoke',
      LAWPAY_CLIENT_SECRET: 'smoke',
      LAWPAY_TEST_ACCOUNTS: 'on',
    }).lawPay!
    const publicKey = env.SMOKE_LAWPAY_PUBLIC_KEY!
    const account = {
      id: env.SMOKE_LAWPAY_ACCOUNT!,
      name: 'Smoke',
      type: 'credit_card',
      currency: 'USD',
      trust: false,
      publicKey,
      secretKey: env.SMOKE_LAWPAY_SECRET_KEY!,
    }
    return {
      adapter: createLawPay(settings),
      connection: {
        accountId,
        credentials: { live: false, keys: { accounts: JSON.stringify([account]) } },
      },
      fill: async (outcome) => ({
        charge_token: await lawPayToken(settings.apiUrl, publicKey, CARDS[outcome]),
      }),
      refundsAtOnce: true,
      close: nothing,
    }
  },
  async openSimulated() {
    const started = await startLawPaySimulator()
    const adapter = createLawPay(configOf(lawPayEnvironment(started)).lawPay!)
    const connection = await connectByPage(adapter, 'allow')
    const key = connection.credentials!.publishableKey!
    return {
      adapter,
      connection,
      fill: async (outcome) => ({ charge_token: await lawPayToken(started.origin, key, CARDS[outcome]) }),
      refundsAtOnce: true,
      close: () => started.close(),
    }
  },
}

function quickBooksAdapter(env: Env): { readonly adapter: PaymentProcessor; readonly origin: string } {
  const intuit = configOf({ ...env, INTUIT_PAYMENTS: 'on' }).intuit!
  const origin = intuit.paymentsUrl!
  return { adapter: createQuickBooksPayments(intuit, origin, Date.now), origin }
}

const quickBooks: SmokeRow = {
  name: 'QuickBooks Payments',
  needs: ['INTUIT_CLIENT_ID', 'INTUIT_CLIENT_SECRET', 'SMOKE_INTUIT_REALM', 'SMOKE_INTUIT_REFRESH_TOKEN'],
  async openReal(env) {
    const { adapter, origin } = quickBooksAdapter({
      ...env,
      INTUIT_PAYMENTS_URL: 'https://sandbox.api.intuit.com',
    })
    const refreshed = await adapter.refresh!({ refreshToken: env.SMOKE_INTUIT_REFRESH_TOKEN! })
    return {
      adapter,
      connection: { ...connectionOf(refreshed), remoteId: env.SMOKE_INTUIT_REALM! },
      // Intuit's sandbox declines by the name on the card.
      fill: async (outcome) => ({
        charge_token: await makeQuickBooksToken(origin, {
          number: '4111111111111111',
          name: outcome === 'good' ? 'emulate=0' : 'emulate=10401',
        }),
      }),
      refundsAtOnce: true,
      close: nothing,
    }
  },
  async openSimulated() {
    const started = await startQuickBooksSimulator()
    const { adapter, origin } = quickBooksAdapter(started.env)
    return {
      adapter,
      connection: await connectByPage(adapter, 'allow'),
      fill: async (outcome) => ({
        charge_token: await makeQuickBooksToken(origin, { number: CARDS[outcome] }),
      }),
      refundsAtOnce: true,
      close: () => started.close(),
    }
  },
}

/** All processors that are reached over the network. */
export const SMOKE_ROWS: readonly SmokeRow[] = [stripe, payPal, payTrace, lawPay, quickBooks]
