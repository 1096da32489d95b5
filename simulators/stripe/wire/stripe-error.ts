interface ErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  readonly message: string
  readonly code?: string
  readonly decline_code?: string
  readonly param?: string
  readonly [field: string]: unknown
}

/** An answer with Stripe's error shape. */
export class StripeError extends Error {
  readonly status: number
  readonly error: ErrorBody
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, error: ErrorBody, headers: Readonly<Record<string, string>> = {}) {
    super(error.message)
    this.status = status
    this.error = error
    this.headers = headers
  }
}

/** A request that is wrong in itself: 400 unless `status` differs. */
export const invalidRequest = (
  message: string,
  fields: { code?: string; param?: string; [field: string]: unknown } = {},
  status = 400,
): StripeError => new StripeError(status, { type: 'invalid_request_error', message, ...fields })

export const missingResource = (kind: string, id: string, param: string): StripeError =>
  invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, 404)

export const missingParameter = (param: string): StripeError =>
  invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
