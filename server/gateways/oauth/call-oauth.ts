import { z } from 'zod'
import type { Outcome, ProcessorErrorKind } from '../payments/outcome.ts'
import { readRetryAfter } from './retry-after.ts'

const CALL_MS = 20_000

const refusal = z.object({ error: z.string() })

/**
 * Errors of RFC 6749, 5.2, which mean that the code or the refresh token is used, expired or revoked. The others, such as
 * invalid_client, are about this installation: no company's access ends by them.
 */
const ENDED: ReadonlySet<string> = new Set(['invalid_grant', 'access_denied'])
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403])

/**
 * Makes one call of a platform's OAuth service and returns the answer's JSON. A call with a bearer token that is not let in fails
 * with auth, and any other only for an error that means it; everything that may pass fails with rate_limited or unavailable.
 */
export async function callOAuth(url: string, request: RequestInit): Promise<Outcome<unknown>> {
  const headers = new Headers({ accept: 'application/json', ...(request.headers as Record<string, string>) })
  const isBearer = headers.get('authorization')?.startsWith('Bearer ') ?? false
  try {
    const response = await fetch(url, {
      ...request,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_MS),
    })
    const text = await response.text()
    if (response.ok) return { ok: true, value: text === '' ? null : JSON.parse(text) }
    return readRefusal(response, text, isBearer)
  } catch {
    return failure('unavailable', 'no_answer')
  }
}

function readRefusal({ status, headers }: Response, text: string, isBearer: boolean): Outcome<never> {
  if (status === 429 || headers.has('retry-after'))
    return failure('rate_limited', `http_${status}`, readRetryAfter(headers))
  if (!REFUSED.has(status)) return failure('unavailable', `http_${status}`)
  if (isBearer) return failure(status === 400 ? 'unavailable' : 'auth', `http_${status}`)
  const error = errorOf(text)
  return failure(ENDED.has(error) ? 'auth' : 'unavailable', error === '' ? `http_${status}` : error)
}

/** A proxy may answer in place of the platform, without JSON. */
function errorOf(text: string): string {
  try {
    return refusal.parse(JSON.parse(text)).error
  } catch {
    return ''
  }
}

export const failure = (kind: ProcessorErrorKind, code: string, retryAfterMs?: number): Outcome<never> => ({
  ok: false,
  error: { kind, code, raw: null, ...(retryAfterMs !== undefined && { retryAfterMs }) },
})
