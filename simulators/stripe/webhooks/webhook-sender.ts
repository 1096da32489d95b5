import type { StripeEvent } from '../state/wire-types.ts'
import { signPayload } from './sign-payload.ts'

const TIMEOUT_MS = 30_000

interface Given {
  readonly secret: string
  /** Unix time in seconds. */
  now(): number
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
  #url: string | null = null
  #waiting: StripeEvent[] = []
  #sending: Promise<unknown> = Promise.resolve()
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(given: Given) {
    this.#given = given
  }

  deliverTo(url: string): void {
    this.#url = url
  }

  /** Events that were not delivered yet, the oldest first. */
  get undelivered(): readonly StripeEvent[] {
    return this.#waiting
  }

  accept(event: StripeEvent): void {
    if (this.#url === null) return
    this.#waiting.push(event)
    if (this.held) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.held) void this.#enqueue(() => this.#attempt([event]))
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

  /**
   * Sends an event with the signature of `secret`, the real one unless given, signed `ageSeconds` ago. Returns the
   * receiver's status.
   */
  async send(event: object, { secret = this.#given.secret, ageSeconds = 0 } = {}): Promise<number> {
    if (this.#url === null) throw new Error('No address for webhooks is set.')
    const payload = JSON.stringify(event, null, 2)
    const reply = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signPayload(payload, secret, this.#given.now() - ageSeconds),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await reply.arrayBuffer()
    return reply.status
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#waiting = []
    this.#url = null
  }

  #enqueue<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#sending.then(work)
    this.#sending = done.catch(() => {})
    return done
  }

  async #attempt(events: readonly StripeEvent[]): Promise<number> {
    let delivered = 0
    for (const event of this.reordered ? events.toReversed() : events) {
      if (!this.#waiting.includes(event)) continue
      if (!(await this.#isAccepted(event))) continue
      delivered++
      this.#waiting = this.#waiting.filter((one) => one !== event)
      if (this.duplicated) await this.#isAccepted(event)
    }
    return delivered
  }

  async #isAccepted(event: StripeEvent): Promise<boolean> {
    try {
      const status = await this.send(event)
      return status >= 200 && status < 300
    } catch {
      return false
    }
  }
}
