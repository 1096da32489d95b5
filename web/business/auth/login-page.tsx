import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/api-error.ts'
import { showFormErrors } from '../../session/form-errors.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Link, useNavigateTo } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CalmHeading, CalmPage, inlineLink } from './calm-page.tsx'
import { LOGIN_REASON_TEXTS } from './login-reason.ts'

const route = getRouteApi('/bare/login')

interface LoginForm {
  email: string
  password: string
  auth_code: string
}

/** Signs in, and asks for the second factor once the server wants it. Returns what the page shows. */
function useLogin(next: string) {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const form = useForm<LoginForm>({ defaultValues: { email: '', password: '', auth_code: '' } })
  const [needsCode, setNeedsCode] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = form.handleSubmit(async ({ email, password, auth_code }) => {
    setProblem(null)
    try {
      const body = { email, password, ...(needsCode && { auth_code }) }
      session.signIn(await session.call(contract.identity.logIn, { body }))
      navigate(next)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (code === 'login_needs_second_factor') return setNeedsCode(true)
      if (code === 'login_bad_authentication_code') {
        return form.setError('auth_code', { message: (error as ApiError).message }, { shouldFocus: true })
      }
      setProblem(showFormErrors(form, error))
    }
  })
  return { form, submit, needsCode, problem }
}

/** Email and password, then the code of the authenticator app where the account has one. */
export function LoginPage() {
  const { reason, next } = route.useSearch()
  const { form, submit, needsCode, problem } = useLogin(next ?? '/')
  const { isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus(needsCode ? 'auth_code' : 'email'), [needsCode, setFocus])
  const onward = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  return (
    <CalmPage
      foot={
        <>
          New here?{' '}
          <Link href={`/signup${onward}`} className={inlineLink}>
            Create an account
          </Link>
        </>
      }
    >
      <CalmHeading title="Log in" />
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem !== null ? (
          <Note tone="error">{problem}</Note>
        ) : (
          reason && (
            <Note tone={reason === 'no_session' ? 'info' : 'warning'}>{LOGIN_REASON_TEXTS[reason]}</Note>
          )
        )}
        <LoginFields form={form} needsCode={needsCode} />
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
          {needsCode ? 'Confirm' : 'Log in'}
        </Button>
      </form>
    </CalmPage>
  )
}

function LoginFields({ form, needsCode }: { form: UseFormReturn<LoginForm>; needsCode: boolean }): ReactNode {
  const {
    register,
    formState: { errors },
  } = form
  const required = 'This field is required.'
  return (
    <>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        error={errors.email?.message}
        {...register('email', { required })}
      />
      <PasswordField
        label="Password"
        error={errors.password?.message}
        aside={
          <Link href="/forgot-password" className="text-13 text-brand link-quiet">
            Forgot password?
          </Link>
        }
        {...register('password', { required })}
      />
      {needsCode && (
        <TextField
          label="Authentication code"
          hint="The 6 digits that your authenticator app shows, or one of your recovery codes."
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors.auth_code?.message}
          {...register('auth_code', { required })}
        />
      )}
    </>
  )
}
