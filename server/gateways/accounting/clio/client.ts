import { z } from 'zod'
import type { ClioSettings } from '../../../platform/processors/clio-settings.ts'
import { readRetryAfter } from '../../oauth/retry-after.ts'
import type { Connection, Outcome, ProcessorErrorKind } from '../port.ts'
import type { CallLimit } from './call-limit.ts'
import { failure } from './failure.ts'

const CALL_MS = 30_000

const refusal = z.object({
  error: z.object({ type: z.string().default(''), message: z.string().default('') }),
})

export interface ClioCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below /api/v4. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Ids of the records to list. */
  readonly ids?: readonly string[]
  readonly body?: object
  /** The version that is known: an unchanged record answers `unchanged`. */
  readonly etag?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface ClioAnswer {
  /** Null for an answer without a body. */
  readonly value: unknown
  readonly unchanged: boolean
  /** When Clio answered, by its clock; by ours where it does not say. */
  readonly atMs: number
}

export type ClioClient = (connection: Connection, call: ClioCall) => Promise<Outcome<ClioAnswer>>

/** Calls the API of the installation's region. */
export const createClient =
  ({ url }: ClioSettings, limit: CallLimit, wallNow: () => number): ClioClient =>
  async ({ remoteId = '', credentials }, call) => {
    const waitMs = limit.waitMs(remoteId)
    if (waitMs > 0) return failure('rate_limited', 'limit_spent', { retryAfterMs: waitMs })
    const lost: ProcessorErrorKind = call.method === 'GET' ? 'unavailable' : 'unknown_outcome'
    const query = new URLSearchParams(call.query)
    for (const id of call.ids ?? []) query.append('ids[]', id)
    const asked = query.size === 0 ? '' : `?${query}`
    try {
      const response = await fetch(`${url}/api/v4/${call.path}${asked}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${credentials?.accessToken ?? ''}`,
          accept: 'application/json',
          ...(call.body && { 'content-type': 'application/json' }),
          ...(call.etag !== undefined && { 'if-none-match': call.etag }),
          ...call.headers,
        },
        ...(call.body && { body: JSON.stringify(call.body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(CALL_MS),
      })
      limit.note(remoteId, response.headers)
      const date = Date.parse(response.headers.get('date') ?? '') // an instant of Clio's clock
      const atMs = Number.isNaN(date) ? wallNow() : date
      return readAnswer(response, await response.text(), lost, atMs)
    } catch {
      return failure(lost, 'no_answer')
    }
  }

function readAnswer(
  { status, headers }: Response,
  text: string,
  lost: ProcessorErrorKind,
  atMs: number,
): Outcome<ClioAnswer> {
  if (status === 304) return { ok: true, value: { value: null, unchanged: true, atMs } }
  if (status === 429) {
    const retryAfterMs = readRetryAfter(headers)
    return failure('rate_limited', 'limit', { retryAfterMs })
  }
  if (status === 401) return failure('auth', 'unauthorized')
  if (status === 404) return failure('not_found', 'not_found')
  if (status >= 500) return failure(lost, `http_${status}`)
  const value = text === '' ? null : parse(text)
  if (status === 403) return failure('invalid', 'forbidden', { userMessage: FORBIDDEN })
  if (status >= 400) {
    const read = refusal.safeParse(value)
    const message = read.success ? read.data.error.message : ''
    return failure('invalid', `http_${status}`, message === '' ? {} : { userMessage: message })
  }
  return value === undefined
    ? failure(lost, 'malformed_answer')
    : { ok: true, value: { value, unchanged: false, atMs } }
}

/** A user sees what their role in the firm allows. */
const FORBIDDEN =
  'Clio does not let this person read bills and contacts. Connect again as an administrator of the firm.'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
