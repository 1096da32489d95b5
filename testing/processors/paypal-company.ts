import { readConnection } from '../../server/rooms/connections/index.ts'
import { type Business, type PayPalSimulator, startPayPalSimulator } from '../../simulators/paypal/index.ts'
import { callApi } from '../call-api.ts'
import { anHttpCompany, type HttpCompany, type ReplyBody } from '../http-company.ts'
import { createTestServer, type TestServer } from '../test-server.ts'
import { receiveFor } from './receive-for.ts'

/** The product beside a simulated PayPal, whose webhooks reach it. */
export interface PayPalTest extends TestServer {
  readonly payPal: PayPalSimulator
}

export async function createPayPalTest(): Promise<PayPalTest> {
  let test: TestServer | undefined
  const payPal = await startPayPalSimulator({ now: () => test?.clock.wallNow() ?? Date.now() })
  const receiver = await receiveFor(() => test!.server)
  const origin = `http://localhost:${receiver.port}`
  const made = await createTestServer({
    env: {
      APP_ORIGIN: origin,
      PAYPAL: 'on',
      PAYPAL_API_URL: payPal.origin,
      PAYPAL_SANDBOX_API_URL: payPal.origin,
      PAYPAL_SCRIPT_URL: `${payPal.origin}/sdk/js`,
      PAYPAL_CLIENT_ID: payPal.partner.clientId,
      PAYPAL_CLIENT_SECRET: payPal.partner.secret,
      PAYPAL_PARTNER_ID: payPal.partner.partnerId,
      PAYPAL_PARTNER_WORLD: 'sandbox',
      PAYPAL_WEBHOOK_ID: payPal.controls.createPartnerWebhook(`${origin}/api/webhooks/paypal/`),
    },
  })
  test = made
  return {
    ...made,
    payPal,
    async close() {
      await payPal.close()
      await receiver.close()
      await made.close()
    },
  }
}

type Answer = ReturnType<HttpCompany['staff']>

export interface PayPalCompany extends HttpCompany {
  /** Calls the account's connection to PayPal, as the owner. */
  connection(step: 'start' | 'finish' | 'keys' | 'disconnect', body?: object): Answer
  /** Connects the company by the keys of a business at PayPal. */
  connectWithKeys(business: Business): Answer
  /** Follows the partner's link, agrees at PayPal, and returns what PayPal sends back. */
  consent(): Promise<Record<string, string>>
  /** Finishes the connection with what PayPal sent back. */
  finish(returned: Record<string, string>): Answer
  /** The business's id at PayPal. */
  remoteId(): Promise<string | undefined>
}

/** A company that is not connected yet. */
export async function aPayPalCompany(test: TestServer, subDomain: string): Promise<PayPalCompany> {
  const company = await anHttpCompany(test, subDomain)
  const connection: PayPalCompany['connection'] = (step, body) =>
    callApi<ReplyBody>(test.server, {
      method: 'POST',
      path: `/api/accounts/${company.accountId}/payment-connections/paypal/${step}/`,
      token: company.token,
      ...(body && { body }),
    })
  return {
    ...company,
    connection,
    connectWithKeys: ({ app }) =>
      connection('keys', {
        values: { world: 'sandbox', client_id: app.clientId, secret: app.secret },
      }),
    consent: async () => agree(String((await connection('start')).body.url)),
    finish: ({ merchantId = '', ...extra_data }) =>
      connection('finish', { state: merchantId, extra_data: { ...extra_data, merchantId } }),
    remoteId: async () => (await company.run((ctx) => readConnection(ctx, 'paypal')))?.remoteId,
  }
}

/** Agrees on PayPal's page. Returns the query with which PayPal leads back. */
async function agree(page: string): Promise<Record<string, string>> {
  const reply = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'agree' }),
    redirect: 'manual',
  })
  return Object.fromEntries(new URL(reply.headers.get('location')!).searchParams)
}
