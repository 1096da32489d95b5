import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, PASSWORD_TEXTS } from '../../../domain/password-rules.ts'

/**
 * What a form can tell of a new password before it is sent; the server knows the common ones too. Counted in
 * characters, as the server counts them.
 */
export const newPasswordRules = {
  required: 'This field is required.',
  validate: (password: string): string | true => {
    const length = [...password].length
    if (length < PASSWORD_MIN_LENGTH) return PASSWORD_TEXTS.too_short
    return length <= PASSWORD_MAX_LENGTH || PASSWORD_TEXTS.too_long
  },
} as const
