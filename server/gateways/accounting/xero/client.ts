import { z } from 'zod'
import type { XeroSettings } from '../../../platform/processors/xero-settings.ts'
import { readRetryAfter } from '../../oauth/retry-after.ts'
import type { Connection, Outcome, ProcessorErrorKind } from '../port.ts'
import type { CallBudget } from './budget.ts'
import { failure } from './failure.ts'

const CALL_MS = 30_000

/** Errors of validation: one list for each record that was sent, or one for all. */
const refusal = z.object({
  Message: z.string().default(''),
  Elements: z
    .array(z.object({ ValidationErrors: z.array(z.object({ Message: z.string().default('') })).default([]) }))
    .default([]),
})

export interface XeroCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Below /api.xro/2.0. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** The same key with the same body makes one record. Xero forgets it after some minutes. */
  readonly key?: string
  /** Only records that changed after this ISO instant. */
  readonly since?: string
  readonly accept?: 'application/pdf'
}

/** Tools of the parts that post. */
export interface Posting {
  readonly call: XeroClient
  readonly appUrl: string
}

export type XeroClient = (connection: Connection, call: XeroCall) => Promise<Outcome<unknown>>

/** Calls the accounting API. The answer of a write that was lost is an unknown outcome; that of a read means that nothing happened. */
export const createClient =
  ({ apiUrl }: XeroSettings, budget: CallBudget): XeroClient =>
  async ({ remoteId = '', credentials }, call) => {
    const isRead = call.method === 'GET'
    const waitMs = budget.waitMs(remoteId, isRead)
    if (waitMs > 0) return failure('rate_limited', 'budget_spent', { retryAfterMs: waitMs })
    const lost: ProcessorErrorKind = isRead ? 'unavailable' : 'unknown_outcome'
    const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
    try {
      const response = await fetch(`${apiUrl}/api.xro/2.0/${call.path}${query}`, {
        method: call.method,
        headers: headersOf(remoteId, credentials?.accessToken ?? '', call),
        ...(call.body && { body: JSON.stringify(call.body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(CALL_MS),
      })
      budget.note(remoteId, response.headers)
      if (response.ok && call.accept) return { ok: true, value: new Uint8Array(await response.arrayBuffer()) }
      return readAnswer(response, await response.text(), lost)
    } catch {
      return failure(lost, 'no_answer')
    }
  }

const headersOf = (tenant: string, accessToken: string, call: XeroCall): Record<string, string> => ({
  authorization: `Bearer ${accessToken}`,
  'xero-tenant-id': tenant,
  accept: call.accept ?? 'application/json',
  ...(call.body && { 'content-type': 'application/json' }),
  ...(call.key !== undefined && { 'idempotency-key': call.key }),
  ...(call.since !== undefined && { 'if-modified-since': call.since }),
})

function readAnswer({ status, headers }: Response, text: string, lost: ProcessorErrorKind): Outcome<unknown> {
  if (status === 429) {
    const retryAfterMs = readRetryAfter(headers)
    return failure('rate_limited', `limit_${headers.get('x-rate-limit-problem') ?? ''}`, { retryAfterMs })
  }
  if (status === 401) return failure('auth', 'unauthorized')
  // The organisation was disconnected at Xero while the token is still good.
  if (status === 403) return failure('not_connected', 'forbidden')
  if (status === 404) return failure('not_found', 'not_found')
  if (status >= 500) return failure(lost, `http_${status}`)
  const answer = text === '' ? null : parse(text)
  if (status >= 400) return refused(status, answer)
  return answer === undefined ? failure(lost, 'malformed_answer') : { ok: true, value: answer }
}

function refused(status: number, answer: unknown): Outcome<never> {
  const read = refusal.safeParse(answer)
  const sentences = read.success
    ? read.data.Elements.flatMap(({ ValidationErrors }) => ValidationErrors.map(({ Message }) => Message))
    : []
  const userMessage = sentences.filter(Boolean).join(' ') || (read.success ? read.data.Message : '')
  return failure('invalid', `http_${status}`, userMessage === '' ? {} : { userMessage })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
