import { ERRORS, type ErrorCode, type FieldErrors } from '../../../contract/errors.ts'
import { isDatabaseAway } from '../db/away.ts'
import { Refusal } from '../refusal.ts'

export interface ErrorReply {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined
}

/** Returns the reply for anything thrown. Only refusals carry a specific text; the caller logs bugs. */
export function errorReply(error: unknown, requestId: string): ErrorReply {
  if (error instanceof Refusal) return refusalReply(error)
  const known = FRAMEWORK[(error as { code?: string }).code ?? ''] ?? (isDatabaseAway(error) ? 'busy' : null)
  if (known) return refusalReply(new Refusal(known, known === 'busy' ? { retryAfterSeconds: 5 } : {}))
  return {
    status: 500,
    body: { detail: ERRORS.internal.detail, code: 'internal', request_id: requestId },
    retryAfterSeconds: undefined,
  }
}

function refusalReply(refusal: Refusal): ErrorReply {
  const entry = ERRORS[refusal.code]
  const body = refusal.fields
    ? withFields(refusal.fields, refusal.detail)
    : { detail: refusal.detail ?? entry.detail, code: refusal.code }
  return { status: entry.status, body, retryAfterSeconds: refusal.retryAfterSeconds }
}

const withFields = (fields: FieldErrors, detail: string | undefined): Record<string, unknown> =>
  detail === undefined ? { ...fields } : { ...fields, non_field_errors: [detail] }

const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
  // PostgreSQL: a character that text can't contain, such as NUL.
  '22021': 'invalid_input',
}
