import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type StripeSimulator, startStripeSimulator } from '../../simulators/stripe/index.ts'
import { createTestServer, type TestServer } from '../test-server.ts'

/** The product, which sells its plans through a simulated Stripe whose webhooks reach it. */
export interface BillingTest extends TestServer {
  readonly stripe: StripeSimulator
  /** Enters a card on a page of Stripe. Returns where Stripe leads back to, or null when the card was declined. */
  enterCard(page: string, number: string): Promise<string | null>
}

export async function createBillingTest(): Promise<BillingTest> {
  let test: TestServer | undefined
  const stripe = await startStripeSimulator({ now: () => test?.clock.wallNow() ?? Date.now() })
  const receiver = createServer(async (request, reply) => {
    const answer = await test!.server.inject({
      method: 'POST',
      url: request.url ?? '/',
      headers: { ...request.headers, host: 'localhost' },
      payload: await buffer(request),
    })
    reply.writeHead(answer.statusCode).end(answer.body)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(receiver.address() as AddressInfo).port}`
  const made = await createTestServer({
    env: {
      APP_ORIGIN: origin,
      STRIPE_BILLING_SECRET_KEY: stripe.apiKey,
      STRIPE_BILLING_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_BILLING_API_URL: stripe.origin,
    },
  })
  test = made
  stripe.deliverTo(`${origin}/api/billing-webhooks/stripe/`)
  return {
    ...made,
    stripe,
    async enterCard(page, number) {
      const body = new URLSearchParams({ number })
      const reply = await fetch(page, { method: 'POST', body, redirect: 'manual' })
      return reply.headers.get('location')
    },
    async close() {
      await stripe.close()
      receiver.closeAllConnections()
      await new Promise((resolve) => receiver.close(resolve))
      await made.close()
    },
  }
}
