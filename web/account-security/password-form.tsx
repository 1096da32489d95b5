import { useRef } from 'react'
import { contract } from '../../contract/index.ts'
import { required, usePlainForm } from '../session/forms/plain-form.ts'
import { useSessionControl } from '../session/session-context.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { t } from '../ui/language/text.ts'
import { Button } from '../ui/layout/button.tsx'
import { useToast } from '../ui/overlay/toast.tsx'
import { Note } from '../ui/text/note.tsx'
import { checkNewPassword } from './new-password-check.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { WhosePassword } from './whose-password.tsx'

/** Changes the password of the user's own login. */
export function PasswordForm() {
  const session = useSessionControl()
  const toast = useToast()
  const place = useRef<HTMLFormElement>(null)
  const { form, field, busy, problem } = usePlainForm({
    checks: { current_password: required, password: checkNewPassword },
    names: { password1: 'password', password2: 'password' },
    async send({ current_password, password }) {
      const body = { current_password, password1: password, password2: password }
      const { detail } = await session.call(contract.identity.changePassword, { body })
      place.current?.reset()
      toast({ title: t('Password changed'), body: detail, tone: 'success' })
      return undefined
    },
  })
  return (
    <form {...form} ref={place} className="grid gap-4">
      {problem !== null && <Note tone="error">{problem}</Note>}
      <WhosePassword />
      <PasswordField label={t('Current password')} {...field('current_password')} />
      <NewPasswordField label={t('New password')} hint={t('At least 8 characters.')} {...field('password')} />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Change password')}
        </Button>
      </div>
    </form>
  )
}
