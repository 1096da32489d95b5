import { ApiError, rateLimitText } from '../../session/calls/api-error.ts'
import { t } from '../../ui/language/text.ts'

/** Error text for a payer beside a button. */
export const payerErrorText = (error: Error): string =>
  error instanceof ApiError && error.status === 429
    ? t('Too many attempts. {when}', { when: rateLimitText(error) })
    : error.message
