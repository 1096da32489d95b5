import { ApiError, rateLimitText } from '../../session/calls/api-error.ts'

/** What a payer reads of a failed call beside a button. */
export const payerErrorText = (error: Error): string =>
  error instanceof ApiError && error.status === 429
    ? `Too many attempts. ${rateLimitText(error)}`
    : error.message
