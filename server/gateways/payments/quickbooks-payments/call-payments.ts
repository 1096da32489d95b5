import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { callJson } from '../call-json.ts'
import type { Connection, Outcome, ProcessorError } from '../port.ts'
import { errorsShape } from './answer-shapes.ts'
import { declineText, isDecline } from './decline-texts.ts'

export interface PaymentsCall<Shape extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below /quickbooks/v4. */
  readonly path: string
  readonly body?: object
  /** Makes a write idempotent; a read gets one of its own. */
  readonly requestId?: string
  readonly answer: Shape
}

/** Calls QuickBooks Payments in the name of a company. */
export type PaymentsClient = <Shape extends z.ZodType>(
  connection: Connection,
  call: PaymentsCall<Shape>,
) => Promise<Outcome<z.output<Shape>>>

/** Makes one call, as callJson does. */
export const createPaymentsClient =
  (address: string): PaymentsClient =>
  ({ credentials }, { method, path, body, requestId, answer }) =>
    callJson({
      method,
      url: `${address}/quickbooks/v4/${path}`,
      headers: {
        authorization: `Bearer ${credentials?.accessToken ?? ''}`,
        'request-id': requestId ?? randomUUID(),
      },
      ...(body && { body }),
      answer,
      errorOf,
    })

const CONTACT_TEXT = 'The payment processor can’t take this payment. Please contact the company.'

function errorOf(reply: Response, read: unknown, lost: 'unavailable' | 'unknown_outcome'): ProcessorError {
  const { status, headers } = reply
  const parsed = errorsShape.safeParse(read)
  const error = parsed.success ? parsed.data.errors[0] : undefined
  const code = error?.code ?? String(status)
  // intuit_tid names the call to Intuit's support. Messages may repeat what was sent, so they are left out.
  const raw = { status, code, intuit_tid: headers.get('intuit_tid') }
  const as = (kind: ProcessorError['kind'], more: Partial<ProcessorError> = {}): ProcessorError => ({
    kind,
    code,
    raw,
    ...more,
  })
  if (status === 429) {
    const after = Number(headers.get('retry-after'))
    return as('rate_limited', after > 0 ? { retryAfterMs: after * 1000 } : {})
  }
  if (status === 401) return as('auth')
  if (status === 404) return as('not_found')
  // An empty refusal doesn't tell what was refused, and a PMT-6000 is a failure inside QuickBooks.
  if (status >= 500 || !error || /^PMT-6/.test(code)) return as(lost)
  if (isDecline(code)) return as('declined', { userMessage: declineText(code, 'credit_card') })
  if (/^PMT-3/.test(code) || status === 403)
    return as('not_connected', {
      userMessage: CONTACT_TEXT,
      businessMessage:
        'QuickBooks refuses this company’s payments. Check in QuickBooks that QuickBooks Payments is active for it.',
    })
  if (code === 'PMT-4001') return as('not_found')
  return as('invalid', { userMessage: CONTACT_TEXT })
}
