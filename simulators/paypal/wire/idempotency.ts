import type { Reply } from './call.ts'
import { PayPalError } from './paypal-error.ts'

interface Kept {
  /** Null while the first call is under way. */
  reply: Reply | null
  readonly untilMs: number
}

/** Answers by PayPal-Request-Id. PayPal does not compare what the calls ask for. */
export class RequestIds {
  readonly #kept = new Map<string, Kept>()

  /** Returns the former answer, or null after reserving the id. Refuses a call while the same one is under way. */
  reserve(name: string, nowMs: number, keptMs: number): Reply | null {
    const found = this.#kept.get(name)
    if (found && found.untilMs > nowMs) {
      if (found.reply === null) throw new PayPalError(409, 'PREVIOUS_REQUEST_IN_PROGRESS')
      return { ...found.reply, status: found.reply.status === 201 ? 200 : found.reply.status }
    }
    this.#kept.set(name, { reply: null, untilMs: nowMs + keptMs })
    return null
  }

  /** Keeps the answer. A refused call leaves its id free. */
  finish(name: string, reply: Reply | null): void {
    const found = this.#kept.get(name)
    if (reply === null) this.#kept.delete(name)
    else if (found) found.reply = reply
  }
}
