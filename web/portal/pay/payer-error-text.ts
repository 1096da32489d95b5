import { ApiError, rateLimitText } from '../../session/calls/api-error.ts'

/** Error text for a payer beside a button. */
export const payerErrorText = (error: Error): string =>
  error instanceof ApiError && error.status === 429
    ? `Too many attempts. ${rateLimitText(error)}`
    : error.message
