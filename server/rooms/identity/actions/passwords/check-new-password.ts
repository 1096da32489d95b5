import { commonPasswords } from '../../../../platform/auth/common-passwords.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { newPasswordErrors, type PasswordOwner, type TypedPassword } from '../../rules.ts'

/** Throws invalid_input with messages beside the fields of an invalid new password. */
export async function checkNewPassword(typed: TypedPassword, owner: PasswordOwner): Promise<void> {
  const errors = newPasswordErrors(typed, owner, await commonPasswords())
  if (errors) throw refuseFields(errors)
}
