import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PASSWORD_TEXTS,
} from '../../domain/people/password-rules.ts'

/** Below the field of a new password. */
export const NEW_PASSWORD_HINT =
  'At least 8 characters. A few words in a row are easy to keep in mind and hard to guess.'

/**
 * What can be told of a new password before it is sent; the server knows the common ones too. Counted in characters,
 * as the server counts them.
 */
export function checkNewPassword(password: string): string | null {
  const length = [...password].length
  if (length === 0) return 'This field is required.'
  if (length < PASSWORD_MIN_LENGTH) return PASSWORD_TEXTS.too_short
  return length > PASSWORD_MAX_LENGTH ? PASSWORD_TEXTS.too_long : null
}
