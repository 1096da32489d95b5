import { useLocation, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
import { showFormErrors } from '../../session/form-errors.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Link, useNavigateTo } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CalmHeading, CalmPage, inlineLink } from './calm-page.tsx'
import { newPasswordRules } from './password-check.ts'

/** The code of `/signup/invite/{inviteCode}`; any other sign-up address has none. */
const inviteOf = (pathname: string): string | undefined =>
  /^\/signup\/invite\/([^/]{1,200})\/?$/.exec(pathname)?.[1]

/** Creates a login and an account. The link in the email that follows opens the rest. */
export function SignUpPage() {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const invite = useLocation({ select: ({ pathname }) => inviteOf(pathname) })
  const next = useSearch({ strict: false, select: (search) => search.next })
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ defaultValues: { first_name: '', last_name: '', email: '', password: '' } })
  const { errors, isSubmitting } = form.formState
  const required = 'This field is required.'
  const submit = form.handleSubmit(async ({ password, ...person }) => {
    setProblem(null)
    try {
      const body = { ...person, password1: password, password2: password }
      const query = invite === undefined ? {} : { invite: decodeURIComponent(invite) }
      session.signIn(await session.call(contract.identity.signUp, { body, query }))
      navigate('/check-your-email')
    } catch (error) {
      setProblem(showFormErrors(form, error, { password1: 'password', password2: 'password' }))
    }
  })
  return (
    <CalmPage
      foot={
        <>
          Have an account already?{' '}
          <Link href={next ? `/login?next=${encodeURIComponent(next)}` : '/login'} className={inlineLink}>
            Log in
          </Link>
        </>
      }
    >
      <CalmHeading title="Create your account">
        Send invoices, see who owes what, and get paid online.
      </CalmHeading>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem !== null && <Note tone="error">{problem}</Note>}
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField
            label="First name"
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...form.register('first_name', { required })}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            error={errors.last_name?.message}
            {...form.register('last_name', { required })}
          />
        </div>
        <TextField
          label="Work email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          error={errors.email?.message}
          {...form.register('email', { required })}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters. A few words in a row are easy to keep in mind and hard to guess."
          error={errors.password?.message}
          {...form.register('password', newPasswordRules)}
        />
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
          Create account
        </Button>
      </form>
    </CalmPage>
  )
}
