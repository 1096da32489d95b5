import type { LawPayEvent, World } from './world.ts'

/** Posts events to the firm's addresses, unsigned as LawPay's. */
export class EventSender {
  readonly #world: World
  readonly #sending = new Set<Promise<void>>()
  held = false
  readonly #waiting: { readonly event: LawPayEvent; readonly url: string }[] = []

  constructor(world: World) {
    this.#world = world
    world.onEvent = (event, urls) => {
      for (const url of urls) {
        if (this.held) this.#waiting.push({ event, url })
        else this.#track(this.send(event, url))
      }
    }
  }

  #track(sending: Promise<unknown>): void {
    const done: Promise<void> = sending.then(
      () => undefined,
      () => undefined,
    )
    this.#sending.add(done)
    done.finally(() => this.#sending.delete(done))
  }

  /** Events that are held, the oldest first, with the address that they go to. */
  get waiting(): readonly { readonly event: LawPayEvent; readonly url: string }[] {
    return [...this.#waiting]
  }

  /** Sends what was held, the latest first. */
  release(): void {
    this.held = false
    for (const { event, url } of this.#waiting.splice(0).reverse()) this.#track(this.send(event, url))
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  async send(event: Pick<LawPayEvent, 'id' | 'type' | 'objectId'>, url: string): Promise<number> {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: event.id, type: event.type, data: { id: event.objectId } }),
    })
    return reply.status
  }

  /** Sends an event again. Returns the receiver's status. */
  resend(eventId: string): Promise<number> {
    const event = this.#world.events.get(eventId)!
    return this.send(event, this.#world.firms.get(event.firmId)!.eventUrls[0]!)
  }
}
