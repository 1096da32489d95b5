import { ERRORS, type ErrorCode, type FieldErrors } from '../../../contract/errors.ts'
import { Refusal } from '../refusal.ts'

export interface ErrorReply {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly retryAfterS: number | undefined
}

/** The reply for anything thrown. Only refusals say more than the generic text; bugs are logged by the caller. */
export function errorReply(error: unknown, requestId: string): ErrorReply {
  if (error instanceof Refusal) return refusalReply(error)
  const known = FRAMEWORK[(error as { code?: string }).code ?? ''] ?? unreachableDatabase(error)
  if (known) return refusalReply(new Refusal(known, known === 'busy' ? { retryAfterS: 5 } : {}))
  return {
    status: 500,
    body: { detail: ERRORS.internal.detail, code: 'internal', request_id: requestId },
    retryAfterS: undefined,
  }
}

function refusalReply(refusal: Refusal): ErrorReply {
  const entry = ERRORS[refusal.code]
  const body = refusal.fields
    ? withFields(refusal.fields, refusal.detail)
    : { detail: refusal.detail ?? entry.detail, code: refusal.code }
  return { status: entry.status, body, retryAfterS: refusal.retryAfterS }
}

const withFields = (fields: FieldErrors, detail: string | undefined): Record<string, unknown> =>
  detail === undefined ? { ...fields } : { ...fields, non_field_errors: [detail] }

const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_input',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_input',
  FST_ERR_BAD_URL: 'not_found',
  // PostgreSQL: a character that text can't hold, such as NUL.
  '22021': 'invalid_input',
}

// 57014 is a statement that waited too long, usually for somebody else's lock.
const UNREACHABLE = /^(08|57P0|53|57014)/

/** A database that is restarting or out of connections is a passing state, not a bug. */
function unreachableDatabase(error: unknown): ErrorCode | null {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (UNREACHABLE.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code))
    return 'busy'
  return /timeout exceeded when trying to connect|Connection terminated/.test(message) ? 'busy' : null
}
