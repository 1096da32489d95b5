import Stripe from 'stripe'
import { type ConnectedAccount, type StripeSimulator, startStripeSimulator } from '../index.ts'
import { receiveWebhooks, type WebhookReceiver } from './receive-webhooks.ts'

/** A simulator with one connected account, the official client and a receiver of webhooks. */
export interface OpenSimulator {
  readonly simulator: StripeSimulator
  readonly client: Stripe
  readonly account: ConnectedAccount
  /** Request options that name the connected account. */
  readonly on: { readonly stripeAccount: string }
  readonly webhooks: WebhookReceiver
  /** Types of the webhooks that arrived until everything was sent. */
  events(): Promise<string[]>
  close(): Promise<void>
}

export const clientOf = (simulator: StripeSimulator, key = simulator.apiKey): Stripe =>
  new Stripe(key, {
    host: '127.0.0.1',
    port: Number(new URL(simulator.origin).port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })

export async function openSimulator(): Promise<OpenSimulator> {
  const simulator = await startStripeSimulator()
  const webhooks = await receiveWebhooks()
  const account = simulator.controls.connectAccount({ email: 'owner@example.com' })
  simulator.deliverTo(webhooks.url)
  return {
    simulator,
    client: clientOf(simulator),
    account,
    on: { stripeAccount: account.id },
    webhooks,
    async events() {
      await simulator.controls.webhooks.settled()
      return webhooks.types()
    },
    async close() {
      await simulator.close()
      await webhooks.close()
    },
  }
}

/** Returns the error with which a call fails. */
export async function failureOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    return error as Stripe.errors.StripeError
  }
  throw new Error('The call did not fail.')
}

/** Asserts nothing itself: returns a payment's parameters of 20 dollars. */
export const twentyDollars = { amount: 2000, currency: 'usd' } as const
