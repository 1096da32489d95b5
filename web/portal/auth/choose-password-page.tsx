import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { navigate, useSearchParams } from '../location.ts'
import { browserSession, LOGIN } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'
import { EndedLink, EnrolledAlready } from './ended-link.tsx'
import { useLinkState } from './link-state.ts'
import { StorageNotice } from './storage-notice.tsx'

interface Passwords {
  password1: string
  password2: string
}

/** Accepts an invitation: sets the portal login's first password, then logs in. */
export function EnrollPage() {
  return (
    <ChoosePassword
      purpose="enrol"
      title={t('Welcome')}
      lead={t('Choose a password to see and pay your invoices here.')}
      action={t('Open my portal')}
      onChosen={async (token, passwords) => {
        const { session } = browserSession
        session.signIn(
          await session.call(contract.identity.enrollInPortal, { body: { token, ...passwords } }),
        )
        navigate('/customer-portal-site', { replace: true })
        return null
      }}
    />
  )
}

/** Sets a new password with the link from the email. */
export function ResetPasswordPage() {
  return (
    <ChoosePassword
      purpose="reset"
      title={t('Set a new password')}
      lead={t('It replaces your old password.')}
      action={t('Set password')}
      onChosen={async (token, passwords) =>
        (
          await browserSession.session.call(contract.identity.resetPassword, {
            body: { token, ...passwords },
          })
        ).detail
      }
    />
  )
}

interface ChooseProps {
  readonly purpose: 'enrol' | 'reset'
  readonly title: string
  readonly lead: string
  readonly action: string
  /** Returns the error sentence, or null when the page navigates by itself. */
  readonly onChosen: (token: string, passwords: Passwords) => Promise<string | null>
}

function ChoosePassword({ purpose, title, lead, action, onChosen }: ChooseProps) {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const { state: link } = useLinkState(token, purpose)
  const [done, setDone] = useState<string | null>(null)
  const { form, field, busy, problem } = usePlainForm({
    checks: { password1: required, password2: required },
    async send(passwords) {
      setDone(await onChosen(token, passwords))
      return undefined
    },
  })
  if (done) {
    return (
      <AuthFrame title={title}>
        <Note tone="success">{done}</Note>
        <Link href={LOGIN} className="justify-self-center py-2 text-14 underline underline-offset-3">
          {t('Log in')}
        </Link>
      </AuthFrame>
    )
  }
  if (link === 'enrolled') return <EnrolledAlready />
  if (link === 'ended') return <EndedLink purpose={purpose} />
  if (link === 'asking')
    return (
      <AuthFrame title={title} lead={lead}>
        <Skeleton className="h-60" />
      </AuthFrame>
    )
  return (
    <AuthFrame title={title} lead={lead}>
      <form {...form} className="grid gap-4">
        {purpose === 'enrol' && <StorageNotice />}
        {problem && <Note tone="error">{problem}</Note>}
        <PasswordField
          label={t('Password')}
          hint={t('At least 8 characters.')}
          autoComplete="new-password"
          {...field('password1')}
        />
        <PasswordField label={t('Repeat the password')} autoComplete="new-password" {...field('password2')} />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {action}
        </Button>
      </form>
    </AuthFrame>
  )
}
