import { randomUUID, sign, verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'

import type { Webhook } from '../state/business.ts'
import type { PayPalEvent } from '../state/wire-types.ts'
import type { Certificate } from './certificate.ts'

const TIMEOUT_MS = 30_000
const ALGORITHM = 'SHA256withRSA'

interface Given {
  readonly certificate: Certificate
  /** Address that serves the certificate. */
  readonly certificateUrl: () => string
  /** Epoch ms. */
  now(): number
}

export interface Delivery {
  readonly event: PayPalEvent
  readonly webhook: Webhook
}

/** Deviations of one transmission, with which tests forge one. */
export interface Forgery {
  readonly webhookId?: string
  readonly certificateUrl?: string
  readonly algorithm?: string
  readonly ageSeconds?: number
  /** Changes the body after it was signed. */
  readonly change?: (body: string) => string
}

/** Sends every event once. An event that the receiver refused waits for `deliverAll`, so nothing retries for ever. */
export class WebhookSender {
  /** Keeps events until `deliverAll`. */
  held = false
  /** Sends every event twice. */
  duplicated = false
  /** Sends the events that wait together in the opposite order. */
  reordered = false
  /** Time before an event is sent, in ms. */
  delayMs = 0
  readonly #given: Given
  #waiting: Delivery[] = []
  #sending: Promise<unknown> = Promise.resolve()
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(given: Given) {
    this.#given = given
  }

  /** Deliveries that were not made yet, the oldest first. */
  get undelivered(): readonly Delivery[] {
    return this.#waiting
  }

  accept(event: PayPalEvent, webhooks: readonly Webhook[]): void {
    const deliveries = webhooks.map((webhook) => ({ event, webhook }))
    this.#waiting.push(...deliveries)
    if (this.held || deliveries.length === 0) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.held) void this.#enqueue(() => this.#attempt(deliveries))
    }, this.delayMs)
    this.#timers.add(timer)
  }

  /** Tries each undelivered event once. Returns the number of those that the receiver accepted. */
  async deliverAll(): Promise<number> {
    return this.#enqueue(() => this.#attempt([...this.#waiting]))
  }

  /** Waits until no timer runs and nothing is being sent. */
  async settled(): Promise<void> {
    for (;;) {
      const current = this.#sending
      await current
      if (this.#timers.size === 0 && current === this.#sending) return
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  /** Sends an event to a webhook. Returns the receiver's status. */
  async send(event: object, webhook: Webhook, forgery: Forgery = {}): Promise<number> {
    const body = JSON.stringify(event)
    const reply = await fetch(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#headersOf(body, webhook, forgery) },
      body: forgery.change?.(body) ?? body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await reply.arrayBuffer()
    return reply.status
  }

  #headersOf(body: string, { id }: Webhook, forgery: Forgery): Record<string, string> {
    const transmission = randomUUID()
    const at = new Date(this.#given.now() - (forgery.ageSeconds ?? 0) * 1000).toISOString()
    const signed = `${transmission}|${at}|${forgery.webhookId ?? id}|${crc32(Buffer.from(body))}`
    return {
      'paypal-transmission-id': transmission,
      'paypal-transmission-time': at,
      'paypal-transmission-sig': sign(
        'sha256',
        Buffer.from(signed),
        this.#given.certificate.privateKey,
      ).toString('base64'),
      'paypal-auth-algo': forgery.algorithm ?? ALGORITHM,
      'paypal-cert-url': forgery.certificateUrl ?? this.#given.certificateUrl(),
    }
  }

  /** Answers the call that verifies a transmission. The event is compared as it was sent, byte by byte. */
  isGenuine(transmission: object, json: string): boolean {
    const given = transmission as Record<string, string>
    const event = json.slice(json.indexOf('"webhook_event":') + '"webhook_event":'.length, -1)
    const signed = `${given.transmission_id}|${given.transmission_time}|${given.webhook_id}|${crc32(Buffer.from(event))}`
    return verify(
      'sha256',
      Buffer.from(signed),
      new X509Certificate(this.#given.certificate.text).publicKey,
      Buffer.from(given.transmission_sig ?? '', 'base64'),
    )
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#waiting = []
  }

  #enqueue<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#sending.then(work)
    this.#sending = done.catch(() => {})
    return done
  }

  async #attempt(deliveries: readonly Delivery[]): Promise<number> {
    let delivered = 0
    for (const one of this.reordered ? deliveries.toReversed() : deliveries) {
      if (!this.#waiting.includes(one) || !(await this.#isAccepted(one))) continue
      delivered++
      this.#waiting = this.#waiting.filter((other) => other !== one)
      if (this.duplicated) await this.#isAccepted(one)
    }
    return delivered
  }

  async #isAccepted({ event, webhook }: Delivery): Promise<boolean> {
    try {
      const status = await this.send(event, webhook)
      return status >= 200 && status < 300
    } catch {
      return false
    }
  }
}
