import { useState } from 'react'
import { ApiError } from './api-error.ts'

/**
 * Outcome of the requested change after a failed request.
 * - unknown: it may have been made, now or by an earlier request under the same id.
 * - not-done: the server recorded that nothing happened, and does it when the same request is repeated.
 * - refused: this request was turned down. An earlier one under the same id may have been accepted.
 * - final: the id is used up. The server refuses or repeats the recorded refusal from now on.
 */
export type RequestOutcome = 'unknown' | 'not-done' | 'refused' | 'final'

/** Statuses below 500 with which a server or proxy refuses a request before it reads the id. */
const NOT_READ = [401, 408, 425, 429]

/**
 * Decides whether a failure is a definite refusal. All code must decide here: a wrong answer charges somebody
 * twice.
 */
export function requestOutcome(error: unknown): RequestOutcome {
  if (!(error instanceof ApiError)) return 'unknown'
  const { status, code } = error
  if (code === 'processor_unavailable' || code === 'payments_paused') return 'not-done'
  if (code === 'payment_failed' || code === 'request_id_reused') return 'final'
  if (code === 'in_progress' || status < 400 || status >= 500 || NOT_READ.includes(status)) return 'unknown'
  return 'refused'
}

/** Chooses a form's request_id. The server acts once for each id, however often it is sent. */
export interface RequestId {
  /** Returns the id to send with these values. */
  idFor(values: unknown): string
  /** Records how the last request failed. */
  failed(error: unknown): void
  /** The last request succeeded: the next one is another change. */
  succeeded(): void
  /** The user canceled: the next request is another change, unless the last outcome is unknown. */
  abandoned(): void
}

/** Starts with a new id; `create` makes each id. */
export function createRequestId(create: () => string = randomId): RequestId {
  let id = create()
  let state: 'unsent' | 'not-done' | 'unknown' = 'unsent'
  let sent = ''
  const renew = (): void => {
    id = create()
    state = 'unsent'
  }
  const idFor = (values: unknown): string => {
    const asked = JSON.stringify(values)
    // A request that was not executed may be repeated under its id; other values would be refused under it.
    if (state === 'not-done' && asked !== sent) renew()
    sent = asked
    return id
  }
  const failed = (error: unknown): void => {
    const outcome = requestOutcome(error)
    // After an unknown outcome, only the server can report that the id is used up.
    if (outcome === 'final' || (outcome === 'refused' && state !== 'unknown')) renew()
    else if (outcome !== 'refused' && state !== 'unknown') state = outcome
  }
  return { idFor, failed, succeeded: renew, abandoned: () => state !== 'unknown' && renew() }
}

function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(5)).join('-')
}

/** The request_id of a form, from opening to closing. */
export function useRequestId(): RequestId {
  const [requestId] = useState(createRequestId)
  return requestId
}
