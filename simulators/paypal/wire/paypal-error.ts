import { newId } from '../state/ids.ts'

const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  409: 'RESOURCE_CONFLICT',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'RATE_LIMIT_REACHED',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
}

/** An answer with which PayPal refuses a call. */
export class PayPalError extends Error {
  readonly status: number
  readonly issue: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, issue: string, headers: Readonly<Record<string, string>> = {}) {
    super(issue)
    this.status = status
    this.issue = issue
    this.headers = headers
  }

  body(): object {
    return {
      name: NAMES[this.status] ?? 'ERROR',
      message: 'The requested action could not be performed.',
      debug_id: newId(13).toLowerCase(),
      details: [{ issue: this.issue, description: this.issue }],
      links: [],
    }
  }
}
