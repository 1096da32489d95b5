import type { ComponentProps } from 'react'
import { TextField } from '../ui/fields/text-field.tsx'
import { t } from '../ui/language/text.ts'

/** Field for an authenticator code or a recovery code. Both are digits, and phones offer to fill them in. */
export const AuthCodeField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField label={t('Authentication code')} inputMode="numeric" autoComplete="one-time-code" {...props} />
)

/** Hint below the field once two-step login is on. */
export const AUTH_CODE_HINT = t('The 6 digits in your authenticator app, or a recovery code.')
