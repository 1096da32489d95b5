import type { ComponentProps } from 'react'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { t } from '../ui/language/text.ts'
import { NEW_PASSWORD_HINT } from './new-password-check.ts'

/** The field for a new password. */
export const NewPasswordField = (props: Partial<ComponentProps<typeof PasswordField>>) => (
  <PasswordField label={t('Password')} autoComplete="new-password" hint={NEW_PASSWORD_HINT} {...props} />
)
