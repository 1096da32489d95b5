import type { NextStep } from './next-step.ts'

/** An amount in the currency's minor unit. */
export interface Money {
  readonly minor: bigint
  readonly currency: string
}

/** Result of a processor call. Expected failures are values; a thrown error is a bug in the adapter. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ProcessorError }

/**
 * - declined: the payer's bank declined; final for this attempt.
 * - invalid: the input can't be charged, such as an invalid card number; nothing happened. `fields` names the
 * fields.
 * - auth, not_connected: the business's connection doesn't work (any more).
 * - rate_limited, unavailable: nothing happened; a retry is safe.
 * - unknown_outcome: the answer of a write was lost and it may have happened. Call `fetch` or `findPayment`,
 * never repeat it.
 * - conflict: the same key was used with other values.
 * - wrong_state: the object doesn't allow this (any more), such as a refund above the rest.
 * - not_found: the processor doesn't know the object.
 * - needs_payer: of storing a method. The payer's bank asks first; the browser continues with `next`.
 */
export type ProcessorErrorKind =
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
  | 'needs_payer'

export interface ProcessorError {
  readonly kind: ProcessorErrorKind
  /** The processor's own code. */
  readonly code: string
  /** A sentence that the payer may read. */
  readonly userMessage?: string
  /** A sentence that tells the business what to do, for a connection that doesn't work. */
  readonly businessMessage?: string
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly providerRef?: string
  readonly next?: NextStep
  readonly retryAfterMs?: number
  /** The reply without secrets and card data, for the log. */
  readonly raw: unknown
}
