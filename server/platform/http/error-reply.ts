import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import type { Language } from '../../../domain/mails/languages.ts'
import { isDatabaseAway } from '../db/away.ts'
import { translateText } from '../languages/translate.ts'
import { Refusal } from '../refusal.ts'

export interface ErrorReply {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined
}

/**
 * Returns the reply for anything thrown, in the reader's language. Only refusals carry a specific text; the caller logs bugs.
 */
export function errorReply(error: unknown, requestId: string, language: Language = 'en'): ErrorReply {
  if (error instanceof Refusal) return refusalReply(error, language)
  const known = FRAMEWORK[(error as { code?: string }).code ?? ''] ?? (isDatabaseAway(error) ? 'busy' : null)
  if (known)
    return refusalReply(new Refusal(known, known === 'busy' ? { retryAfterSeconds: 5 } : {}), language)
  const detail = translateText(language, ERRORS.internal.detail)
  return {
    status: 500,
    body: { detail, code: 'internal', request_id: requestId },
    retryAfterSeconds: undefined,
  }
}

function refusalReply(refusal: Refusal, language: Language): ErrorReply {
  const entry = ERRORS[refusal.code]
  const { detail, fields } = refusal.writtenIn(language)
  const body = fields
    ? { ...fields, ...(detail !== undefined && { non_field_errors: [detail] }) }
    : { detail: detail ?? translateText(language, entry.detail), code: refusal.code }
  return { status: entry.status, body, retryAfterSeconds: refusal.retryAfterSeconds }
}

const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
  // PostgreSQL: a character that text can't contain, such as NUL.
  '22021': 'invalid_input',
}
