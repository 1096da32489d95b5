import type { FieldErrors } from '../../../contract/errors.ts'
import { t } from '../../ui/language/text.ts'
import { parseBody } from './parse-body.ts'

const GENERAL: Record<number, string> = {
  401: t('You are not allowed to perform that action.'),
  403: t('You are not allowed to perform that action.'),
  413: t('The file you tried to upload is too large.'),
  429: t('You have made too many requests. Please wait before trying again.'),
}

/** Fallback text. */
export const TRY_LATER = t(
  'We could not process your request at this time. Please try again later, or contact support if the issue persists.',
)
export const FIX_INPUT = t('There were problems with your input. Please correct them and try again.')

/** A failed call, with a general message and messages by field. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | null
  readonly fields: FieldErrors
  readonly detail: string | null
  readonly retryAfterSeconds: number | null

  constructor(status: number, body: unknown, retryAfterSeconds: number | null) {
    const parsed = readBody(body)
    super(messageOf(status, parsed))
    this.status = status
    this.code = parsed.code
    this.fields = parsed.fields
    this.detail = parsed.detail
    this.retryAfterSeconds = retryAfterSeconds
  }

  static async of(response: Response): Promise<ApiError> {
    const text = await response.text()
    const retry = Number(response.headers.get('Retry-After'))
    return new ApiError(response.status, parseBody(text), Number.isFinite(retry) && retry > 0 ? retry : null)
  }

  /** No answer at all. Status 0. */
  static unreachable(): ApiError {
    return new ApiError(
      0,
      {
        detail: t('We could not reach the server. Check your connection and try again.'),
        code: 'unreachable',
      },
      null,
    )
  }
}

interface ParsedBody {
  detail: string | null
  code: string | null
  nonField: string[]
  fields: FieldErrors
}

function readBody(body: unknown): ParsedBody {
  const parsed: ParsedBody = { detail: null, code: null, nonField: [], fields: {} }
  if (body === null || typeof body !== 'object') return parsed
  for (const [key, value] of Object.entries(body)) {
    if (key === 'detail' && typeof value === 'string') parsed.detail = value
    else if (key === 'code' && typeof value === 'string') parsed.code = value
    else if (Array.isArray(value)) {
      const messages = value.map(String)
      if (key === 'non_field_errors') parsed.nonField = messages
      else parsed.fields[key] = messages
    }
  }
  return parsed
}

/** General message by status: the API's first non-field error or detail where one applies, else a fallback. */
function messageOf(status: number, body: ParsedBody): string {
  if (status === 413) return GENERAL[413]!
  if (status === 429) return GENERAL[429]!
  const said = body.nonField[0] ?? body.detail
  if (status === 401 || status === 403) return said ?? GENERAL[403]!
  if (status === 0 || status === 402 || status === 404 || status === 503) return said ?? TRY_LATER
  if (status === 400 || status === 409 || status === 415) return said ?? FIX_INPUT
  return TRY_LATER
}

/** Tells a payer who tried too often when to retry, or the server's own reason when it gives one. */
export function rateLimitText({ detail, retryAfterSeconds }: ApiError): string {
  if (detail !== null && detail !== GENERAL[429]) return detail
  if (retryAfterSeconds === null) return t('Try again later.')
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return t('Try again in {count, plural, one {# minute} other {# minutes}}.', { count: minutes })
}

/** True for a plain permission error: other 401s and 403s carry a code and their own text. */
export const isForbidden = (error: ApiError): boolean =>
  (error.status === 401 || error.status === 403) && (error.code === null || error.code === 'not_allowed')

/** Error text for an action without a form: a button, a switch, a list. */
export function actionErrorText(error: unknown, fallback: string = TRY_LATER): string {
  if (!(error instanceof ApiError)) {
    reportError(error)
    return fallback
  }
  if (isForbidden(error)) return GENERAL[403]!
  if (error.status === 400 && error.detail !== null) return error.detail
  return error.message === TRY_LATER ? fallback : error.message
}

/** True when somebody else changed the same fields since they were read: messages by field have no code, only this status. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && Object.keys(error.fields).length > 0
