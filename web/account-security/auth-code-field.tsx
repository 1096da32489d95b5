import type { ComponentProps } from 'react'
import { TextField } from '../ui/fields/text-field.tsx'

/** Of an authenticator app, or a recovery code: digits either way, which a phone offers to fill in. */
export const AuthCodeField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField label="Authentication code" inputMode="numeric" autoComplete="one-time-code" {...props} />
)

/** Below the field once two-step login is on. */
export const AUTH_CODE_HINT = 'The 6 digits that your authenticator app shows, or one of your recovery codes.'
