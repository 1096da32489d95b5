import { readConnection } from '../../server/rooms/connections/index.ts'
import { type StripeSimulator, startStripeSimulator } from '../../simulators/stripe/index.ts'
import { callApi } from '../call-api.ts'
import { anHttpCompany, type HttpCompany, type ReplyBody } from '../http-company.ts'
import { createTestServer, type TestServer } from '../test-server.ts'
import { receiveFor } from './receive-for.ts'
import { createStripeMethod, stripeBankAccount, stripeCard } from './stripe-methods.ts'

/** The product beside a simulated Stripe, whose webhooks reach it. */
export interface StripeTest extends TestServer {
  readonly stripe: StripeSimulator
}

/** `opensAccounts`: companies can open an account from here. */
export async function createStripeTest({ opensAccounts = false } = {}): Promise<StripeTest> {
  let test: TestServer | undefined
  const stripe = await startStripeSimulator({ now: () => test?.clock.wallNow() ?? Date.now() })
  const receiver = await receiveFor(() => test!.server)
  const made = await createTestServer({
    env: {
      APP_ORIGIN: `http://localhost:${receiver.port}`,
      STRIPE_CLIENT_ID: stripe.clientId,
      STRIPE_SECRET_KEY: stripe.apiKey,
      ...(opensAccounts && { STRIPE_PUBLISHABLE_KEY: stripe.publishableKey }),
      STRIPE_API_URL: stripe.origin,
      STRIPE_CONNECT_URL: stripe.origin,
      STRIPE_SCRIPT_URL: `${stripe.origin}/endive/stripe.js`,
    },
  })
  test = made
  return {
    ...made,
    stripe,
    async close() {
      await stripe.close()
      await receiver.close()
      await made.close()
    },
  }
}

type Answer = ReturnType<HttpCompany['staff']>
type Returned = { code: string; scope: string; state: string }

export interface StripeCompany extends HttpCompany {
  /** Calls the account's connection to Stripe, as the owner by default. */
  connection(step: 'start' | 'finish' | 'disconnect', body?: object, token?: string): Answer
  /**
   * Begins a connection, agrees at Stripe, and returns what Stripe sends back. `business`: the account there, the one connected
   * before by default; empty for a new one.
   */
  consent(business?: string): Promise<Returned>
  /** Connects the company. Returns the business's id at Stripe. */
  connect(): Promise<string>
  /** Connects another account than before, knowing what it means. */
  connectOther(): Promise<string>
  publishableKey(): Promise<string>
  /** Makes a card into a payment method, as Stripe's script does in the browser. */
  cardToken(number: string): Promise<string>
  /** Makes a bank account into a payment method. `isVerified`: the payer logged in at their bank. */
  bankToken(accountNumber: string, isVerified?: boolean): Promise<string>
}

/** A company that is not connected yet. */
export async function aStripeCompany(test: StripeTest, subDomain: string): Promise<StripeCompany> {
  const company = await anHttpCompany(test, subDomain)
  const connection: StripeCompany['connection'] = (step, body, token = company.token) =>
    callApi<ReplyBody>(test.server, {
      method: 'POST',
      path: `/api/accounts/${company.accountId}/payment-connections/stripe_connect/${step}/`,
      token,
      ...(body && { body }),
    })
  const before = () =>
    company.run((ctx) => ctx.db.selectFrom('payment_connections').select('remote_id').executeTakeFirst())
  const consent: StripeCompany['consent'] = async (business) =>
    agree(String((await connection('start')).body.url), business ?? (await before())?.remote_id ?? '')
  const connected = () => company.run((ctx) => readConnection(ctx, 'stripe_connect'))
  const publishableKey = async () => (await connected())!.credentials!.publishableKey!
  const finish = async (answer: Returned) => {
    const { status, body } = await connection('finish', answer)
    if (status !== 200) throw new Error(`Not connected: ${JSON.stringify(body)}`)
    return (await connected())!.remoteId!
  }
  const createMethod = async (fields: Readonly<Record<string, string>>): Promise<string> =>
    createStripeMethod(test.stripe.origin, await publishableKey(), fields)
  return {
    ...company,
    connection,
    consent,
    publishableKey,
    connect: async () => finish(await consent()),
    async connectOther() {
      // Payments made before are the former account's.
      test.clock.advance(1000)
      const { body } = await callApi<{ url: string }>(test.server, {
        method: 'POST',
        path: `/api/accounts/${company.accountId}/payment-connections/stripe_connect/start/?other_account=true`,
        token: company.token,
      })
      return finish(await agree(body.url, ''))
    },
    cardToken: (number) => createMethod(stripeCard(number)),
    bankToken: (accountNumber, isVerified) => createMethod(stripeBankAccount(accountNumber, isVerified)),
  }
}

/** Presses Connect on Stripe's page. Returns the query with which Stripe leads back. */
async function agree(page: string, business: string): Promise<Returned> {
  const form = new URLSearchParams(new URL(page).search)
  form.set('decision', 'connect')
  form.set('account', business)
  const reply = await fetch(new URL('/oauth/authorize', page), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const back = new URL(reply.headers.get('location')!).searchParams
  return { code: back.get('code')!, scope: back.get('scope')!, state: back.get('state')! }
}
