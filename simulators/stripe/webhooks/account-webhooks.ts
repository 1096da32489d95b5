import type { StripeEvent } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import { WebhookSender } from './webhook-sender.ts'

/** Sends the events of accounts to the webhook endpoints that were created on them. */
export class AccountWebhooks {
  readonly #world: World
  readonly #senders = new Map<string, WebhookSender>()

  constructor(world: World) {
    this.#world = world
  }

  /** An account's own endpoint gets events without the account's id. */
  accept({ account, ...event }: StripeEvent): void {
    for (const endpoint of this.#world.endpoints)
      if (endpoint.accountId === account && endpoint.events.includes(event.type))
        this.#senderOf(endpoint).accept(event)
  }

  /** The sender of an account's latest endpoint; undefined without one. */
  of(accountId: string): WebhookSender | undefined {
    const endpoint = this.#world.endpoints.findLast((one) => one.accountId === accountId)
    return endpoint && this.#senderOf(endpoint)
  }

  close(): void {
    for (const sender of this.#senders.values()) sender.close()
  }

  #senderOf({ id, secret, url }: World['endpoints'][number]): WebhookSender {
    const known = this.#senders.get(id)
    if (known) return known
    const sender = new WebhookSender({ secret, now: () => this.#world.now })
    sender.deliverTo(url)
    this.#senders.set(id, sender)
    return sender
  }
}
