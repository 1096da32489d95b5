import { z } from 'zod'
import type { IntuitSettings } from '../../../platform/processors/intuit-settings.ts'
import { readRetryAfter } from '../../oauth/retry-after.ts'
import type { Connection, Outcome, ProcessorErrorKind } from '../port.ts'

const CALL_MS = 30_000
/** A person waits for it. */
const PDF_MS = 8000
const MINOR_VERSION = '75'

const fault = z.object({
  Fault: z.object({
    Error: z.array(
      z.object({ Message: z.string().default(''), Detail: z.string().default(''), code: z.string() }),
    ),
  }),
})

/** Fault codes of the API. Every other one means that the books refuse the record. */
const KINDS: Readonly<Record<string, ProcessorErrorKind>> = {
  '610': 'not_found',
  '5010': 'conflict',
  '3200': 'auth',
  '3001': 'rate_limited',
  '3100': 'auth',
}

export interface QuickBooksCall {
  readonly method: 'GET' | 'POST'
  /** Below /v3/company/<realm>. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

export type QuickBooksClient = (connection: Connection, call: QuickBooksCall) => Promise<Outcome<unknown>>

/**
 * Calls the API of QuickBooks Online. A fault may come with any status, 200 included. The answer of a write that was lost is an
 * unknown outcome; that of a read means that nothing happened.
 */
export const createClient =
  ({ apiUrl }: IntuitSettings): QuickBooksClient =>
  async ({ remoteId, credentials }, { method, path, query, body }) => {
    const parameters = new URLSearchParams({ ...query, minorversion: MINOR_VERSION })
    const url = `${apiUrl}/v3/company/${encodeURIComponent(remoteId ?? '')}/${path}?${parameters}`
    const lost: ProcessorErrorKind = method === 'GET' ? 'unavailable' : 'unknown_outcome'
    try {
      const response = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${credentials?.accessToken ?? ''}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(CALL_MS),
      })
      return readAnswer(response, await response.text(), lost)
    } catch {
      return failure(lost, 'no_answer')
    }
  }

const MOST_PDF_BYTES = 10 * 1024 * 1024

/** Reads QuickBooks' own PDF of an invoice, of at most 10 MB. */
export async function readPdf(
  { apiUrl }: IntuitSettings,
  { remoteId, credentials }: Connection,
  invoiceId: string,
): Promise<Outcome<Uint8Array>> {
  const path = `${encodeURIComponent(remoteId ?? '')}/invoice/${encodeURIComponent(invoiceId)}/pdf`
  try {
    const response = await fetch(`${apiUrl}/v3/company/${path}?minorversion=${MINOR_VERSION}`, {
      headers: { authorization: `Bearer ${credentials?.accessToken ?? ''}`, accept: 'application/pdf' },
      redirect: 'error',
      signal: AbortSignal.timeout(PDF_MS),
    })
    if (!response.ok) {
      const answer = readAnswer(response, await response.text(), 'unavailable')
      return answer.ok ? failure('unavailable', 'malformed_answer') : answer
    }
    const bytes = Buffer.from(await response.arrayBuffer())
    const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.length <= MOST_PDF_BYTES
    return isPdf ? { ok: true, value: bytes } : failure('unavailable', 'malformed_answer')
  } catch {
    return failure('unavailable', 'no_answer')
  }
}

function readAnswer({ status, headers }: Response, text: string, lost: ProcessorErrorKind): Outcome<unknown> {
  if (status === 429) return failure('rate_limited', 'too_many_requests', undefined, readRetryAfter(headers))
  if (status === 401) return failure('auth', 'unauthorized')
  if (status >= 500) return failure(lost, `http_${status}`)
  const answer = parse(text)
  const refused = fault.safeParse(answer)
  if (refused.success) {
    const [first] = refused.data.Fault.Error
    const code = first?.code ?? 'unknown'
    return failure(KINDS[code] ?? 'invalid', code, first?.Detail || first?.Message)
  }
  if (status >= 400) return failure('invalid', `http_${status}`)
  return answer === undefined ? failure(lost, 'malformed_answer') : { ok: true, value: answer }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failure = (
  kind: ProcessorErrorKind,
  code: string,
  userMessage?: string,
  retryAfterMs?: number,
): Outcome<never> => ({
  ok: false,
  error: {
    kind,
    code,
    raw: null,
    ...(userMessage !== undefined && { userMessage }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  },
})

/** Tools of the parts that post. */
export interface Posting {
  readonly call: QuickBooksClient
  readonly appUrl: string
}
