import type { z } from 'zod'
import { msg } from '../../../../domain/languages/msg.ts'
import { callJson } from '../call-json.ts'
import type { Outcome, ProcessorError } from '../port.ts'
import { messagesShape } from './answer-shapes.ts'
import { declineText, isDecline } from './decline-texts.ts'

interface Call<Shape extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  /** Value of the Authorization header. */
  readonly authorization?: string
  readonly body?: object
  readonly answer: Shape
}

/** The Authorization header of calls with the secret key of an account. */
export const withKey = (secretKey: string): string =>
  `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`

/** Makes one call, as callJson does. */
export const callLawPay = <Shape extends z.ZodType>({
  authorization,
  ...call
}: Call<Shape>): Promise<Outcome<z.output<Shape>>> =>
  callJson({ ...call, ...(authorization !== undefined && { headers: { authorization } }), errorOf })

const WRONG_STATE = new Set([
  'not_valid_for_transaction_status',
  'refund_exceeds_transaction',
  'transaction_already_voided',
  'capture_exceeds_authorization',
])

function errorOf(reply: Response, read: unknown, lost: 'unavailable' | 'unknown_outcome'): ProcessorError {
  const { status, headers } = reply
  const parsed = messagesShape.safeParse(read)
  const message = parsed.success ? parsed.data.messages[0] : undefined
  const code = message?.code ?? String(status)
  const raw = { status, code, entity: message?.entity_id ?? null }
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
  if (status === 403) return as('not_connected')
  if (status === 404) return as('not_found')
  // An empty refusal doesn't tell what was refused.
  if (status >= 500 || read === null) return as(lost)
  if (WRONG_STATE.has(code)) return as('wrong_state')
  if (isDecline(code))
    return as('declined', {
      userMessage: declineText(code),
      ...(message?.entity_id && { providerRef: message.entity_id }),
    })
  return as('invalid', {
    userMessage: msg('The payment processor can’t take this payment. Please contact the company.'),
  })
}
