import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { browserSession, LOGIN } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'

/** Requests a reset link. The answer is the same for known and unknown addresses. */
export function ForgotPasswordPage() {
  const [said, setSaid] = useState<string | null>(null)
  const { form, field, busy, problem } = usePlainForm({
    checks: { email: required },
    async send(body) {
      setSaid((await browserSession.session.call(contract.identity.forgotPassword, { body })).detail)
      return undefined
    },
  })
  return (
    <AuthFrame title={t('Forgot your password?')} lead={t('We’ll email you a link to choose a new one.')}>
      {said ? (
        <Note tone="success" title={t('Check your email')}>
          {said}
        </Note>
      ) : (
        <form {...form} className="grid gap-4">
          {problem && <Note tone="error">{problem}</Note>}
          <TextField label={t('Email')} type="email" autoComplete="username" {...field('email')} />
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            {t('Send link')}
          </Button>
        </form>
      )}
      <Link href={LOGIN} className="justify-self-center py-2 text-14 text-ink-2 underline underline-offset-3">
        {t('Back to log in')}
      </Link>
    </AuthFrame>
  )
}
