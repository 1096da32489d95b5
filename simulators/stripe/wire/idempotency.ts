import { StripeError } from './stripe-error.ts'

export interface Answer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

interface Stored {
  readonly fingerprint: string
  readonly storedAtMs: number
  /** Null while the first request with the key is in progress. */
  answer: Answer | null
}

const KEPT_MS = 86_400_000
const MAX_KEY_LENGTH = 255

/** Remembers the answers of the requests with an Idempotency-Key for a day. */
export class IdempotencyKeys {
  readonly #stored = new Map<string, Stored>()

  /**
   * Returns the stored answer of an equal request, or null after it reserved the key. `scope` is the account, because
   * every account has its own keys.
   */
  reserve(scope: string, key: string, fingerprint: string, nowMs: number): Answer | null {
    if (key.length > MAX_KEY_LENGTH)
      throw refuse(400, `The idempotency key has more than ${MAX_KEY_LENGTH} characters.`)
    const stored = this.#stored.get(`${scope} ${key}`)
    if (stored !== undefined && nowMs - stored.storedAtMs < KEPT_MS) {
      if (stored.fingerprint !== fingerprint)
        throw refuse(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      if (stored.answer === null)
        throw refuse(
          409,
          `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
          'idempotency_key_in_use',
        )
      return stored.answer
    }
    this.#stored.set(`${scope} ${key}`, { fingerprint, storedAtMs: nowMs, answer: null })
    return null
  }

  /** Stores the answer, or frees the key when the request was refused before it was executed. */
  finish(scope: string, key: string, answer: Answer | null): void {
    const stored = this.#stored.get(`${scope} ${key}`)
    if (answer === null) this.#stored.delete(`${scope} ${key}`)
    else if (stored) stored.answer = answer
  }
}

const refuse = (status: number, message: string, code?: string): StripeError =>
  new StripeError(status, { type: 'idempotency_error', message, ...(code !== undefined && { code }) })
