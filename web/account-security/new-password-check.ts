import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PASSWORD_TEXTS,
} from '../../domain/people/password-rules.ts'
import { t } from '../ui/language/text.ts'

/** Hint below the field for a new password. */
export const NEW_PASSWORD_HINT = t('At least 8 characters. A few random words work well.')

/**
 * Checks a new password before it is sent. The server also refuses common passwords. Length counts
 * characters, as on the server.
 */
export function checkNewPassword(password: string): string | null {
  const length = [...password].length
  if (length === 0) return t('This field is required.')
  if (length < PASSWORD_MIN_LENGTH) return PASSWORD_TEXTS.too_short
  return length > PASSWORD_MAX_LENGTH ? PASSWORD_TEXTS.too_long : null
}
