import { createHash, randomUUID } from 'node:crypto'
import type { Connection, CreateRequest, PaymentProcessor } from '../../server/gateways/payments/port.ts'

/** A processor that is connected, and how a payer's card gets to it. */
export interface Subject {
  readonly adapter: PaymentProcessor
  readonly connection: Connection
  /** Returns the form's values with a test card; null where it has none with this outcome. */
  fill(outcome: 'good' | 'declined'): Promise<Readonly<Record<string, string>> | null>
  /** False where a repeated call is made again, since the processor knows no key: the product never repeats it. */
  readonly isKeyed?: false
  /** False where a payment is refunded only after a night. */
  readonly refundsAtOnce: boolean
  close(): Promise<void>
}

/** A processor in the smoke test. */
export interface SmokeRow {
  readonly name: string
  /** Variables with test keys of a real account. All of them are needed. */
  readonly needs: readonly string[]
  openReal(env: NodeJS.ProcessEnv): Promise<Subject>
  openSimulated(): Promise<Subject>
}

export const accountId = randomUUID()

/** Connects by a page or by keys, as the product does. Throws the processor's refusal. */
export async function connectByKeys(
  adapter: PaymentProcessor,
  values: Readonly<Record<string, string>>,
): Promise<Connection> {
  return connectionOf(await adapter.connectWithKeys!(values))
}

/** Presses the button of a simulated processor's page. */
export async function connectByPage(adapter: PaymentProcessor, decision: string): Promise<Connection> {
  const redirectUri = `http://localhost:3000${adapter.callbackPath}`
  const verifier = newKey()
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const { url } = await adapter.connectStart!({ state: 'smoke', challenge, redirectUri })
  const form = new URLSearchParams(new URL(url).search)
  form.set('decision', decision)
  const reply = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const { state: _, ...query } = Object.fromEntries(new URL(reply.headers.get('location') ?? '').searchParams)
  return connectionOf(await adapter.connectFinish!(query, redirectUri, verifier))
}

type Connected = Awaited<ReturnType<NonNullable<PaymentProcessor['connectFinish']>>>

export function connectionOf(connected: Connected): Connection {
  if (!connected.ok) throw new Error(`Not connected: ${connected.error.kind} ${connected.error.code}`)
  const credentials = connected.value
  if (credentials.live === true) throw new Error('These keys move money. Use test keys.')
  return {
    accountId,
    credentials,
    ...(credentials.remoteId !== undefined && { remoteId: credentials.remoteId }),
  }
}

export const paymentOf = (values: Readonly<Record<string, string>> | null, minor: bigint): CreateRequest => ({
  ourId: randomUUID(),
  amount: { minor, currency: 'USD' },
  depositTo: 'operating',
  type: values === null ? 'paypal' : 'credit_card',
  method: values === null ? { kind: 'browser' } : { kind: 'fields', values },
  customer: { ref: randomUUID(), name: 'Smoke Test', email: 'smoke@example.test' },
  invoice: { id: randomUUID(), number: 'SMOKE-1' },
  storeMethod: false,
  payerPresent: true,
  capture: 'now',
})

export const newKey = (): string => randomUUID().replaceAll('-', '')
