/** An amount in the currency's minor unit. */
export interface Money {
  readonly minor: bigint
  readonly currency: string
}

/** What a processor answers. Expected failures are values; a thrown error is a bug in its adapter. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ProviderError }

/**
 * - declined: the payer's bank said no; final for this attempt.
 * - invalid: what was sent can't be charged (a card number that is none); nothing happened. `fields` says where.
 * - auth, not_connected: the business's connection doesn't work (any more).
 * - rate_limited, unavailable: nothing happened; it may be tried again.
 * - unknown_outcome: a write whose answer was lost. It may have happened: ask `fetch` or `findPayment`, never repeat it.
 * - conflict: the same key was used with other values.
 * - wrong_state: the object can't do that (any more), e.g. a refund of more than is left.
 * - not_found: the processor doesn't know the object.
 */
export type ProviderErrorKind =
  | 'declined'
  | 'invalid'
  | 'auth'
  | 'not_connected'
  | 'rate_limited'
  | 'unavailable'
  | 'unknown_outcome'
  | 'conflict'
  | 'wrong_state'
  | 'not_found'
  | 'unsupported'

export interface ProviderError {
  readonly kind: ProviderErrorKind
  /** The processor's own code. */
  readonly code: string
  /** A sentence that the payer may read. */
  readonly userMessage?: string
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly providerRef?: string
  readonly retryAfterMs?: number
  /** The reply without secrets and card data, for the log. */
  readonly raw: unknown
}
