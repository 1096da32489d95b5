import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useSearchParams } from 'wouter'
import { contract } from '../../../contract/index.ts'
import { showFormErrors } from '../../session/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { browserSession } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'

/** One clear sentence for each reason to sign in again. */
const REASONS: Record<string, string> = {
  session_timed_out: 'You were signed out because you were away for a while. Please sign in again.',
  accounting_platform_disconnected:
    'The connection to the accounting platform has ended. Please sign in again.',
  no_session: 'Please sign in to see your invoices.',
  bad_session: 'Your session could not be read. Please sign in again.',
}

/** The portal's login: the company is the one whose subdomain this is. */
export function LoginPage() {
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ defaultValues: { email: '', password: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      browserSession.session.signIn(
        await browserSession.session.call(contract.identity.logIn, { body: values }),
      )
      navigate('/customer-portal-site', { replace: true })
    } catch (error) {
      setProblem(showFormErrors(form, error))
    }
  })
  const reason = REASONS[search.get('reason') ?? '']
  return (
    <AuthFrame title="Sign in">
      <form onSubmit={submit} noValidate className="grid gap-4">
        {problem ? <Note tone="error">{problem}</Note> : reason && <Note tone="info">{reason}</Note>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email', { required: 'This field is required.' })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: 'This field is required.' })}
        />
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
          Sign in
        </Button>
        <Link
          href="/customer-portal-site-forgot-password"
          className="justify-self-center py-2 text-14 text-ink-2 underline underline-offset-3"
        >
          Forgot your password?
        </Link>
      </form>
    </AuthFrame>
  )
}
