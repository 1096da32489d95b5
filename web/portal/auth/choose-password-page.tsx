import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useSearchParams } from 'wouter'
import { contract } from '../../../contract/index.ts'
import { showFormErrors } from '../../session/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { browserSession, LOGIN } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'

interface Passwords {
  password1: string
  password2: string
}

/** Accepts an invitation: the first password of a portal login, then straight in. */
export function EnrolPage() {
  const [, navigate] = useLocation()
  return (
    <ChoosePassword
      title="Welcome"
      lead="Choose a password to see and pay your invoices here."
      action="Open my portal"
      onChosen={async (token, passwords) => {
        const { session } = browserSession
        session.signIn(await session.call(contract.identity.enrolInPortal, { body: { token, ...passwords } }))
        navigate('/customer-portal-site', { replace: true })
        return null
      }}
    />
  )
}

/** Sets a new password with the link of the email. */
export function ResetPasswordPage() {
  return (
    <ChoosePassword
      title="Choose a new password"
      lead="It replaces the former one everywhere."
      action="Save password"
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
  readonly title: string
  readonly lead: string
  readonly action: string
  /** Returns the sentence that ends the page, or null when it moves on by itself. */
  readonly onChosen: (token: string, passwords: Passwords) => Promise<string | null>
}

function ChoosePassword({ title, lead, action, onChosen }: ChooseProps) {
  const [search] = useSearchParams()
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const form = useForm<Passwords>({ defaultValues: { password1: '', password2: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      setDone(await onChosen(search.get('token') ?? '', values))
    } catch (error) {
      setProblem(showFormErrors(form, error))
    }
  })
  if (done) {
    return (
      <AuthFrame title={title}>
        <Note tone="success">{done}</Note>
        <Link href={LOGIN} className="justify-self-center py-2 text-14 underline underline-offset-3">
          Sign in
        </Link>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={title} lead={lead}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <PasswordField
          label="Password"
          hint="At least 8 characters."
          autoComplete="new-password"
          error={errors.password1?.message}
          {...form.register('password1', { required: 'This field is required.' })}
        />
        <PasswordField
          label="Repeat the password"
          autoComplete="new-password"
          error={errors.password2?.message}
          {...form.register('password2', { required: 'This field is required.' })}
        />
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
          {action}
        </Button>
      </form>
    </AuthFrame>
  )
}
