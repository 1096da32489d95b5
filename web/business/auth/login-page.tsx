import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { AUTH_CODE_HINT, AuthCodeField } from '../../own-login/auth-code-field.tsx'
import { ApiError } from '../../session/api-error.ts'
import { required, usePlainForm } from '../../session/plain-form.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Link, useNavigateTo } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CalmHeading, CalmPage, inlineLink } from './calm-page.tsx'
import { LOGIN_REASON_TEXTS } from './login-reason.ts'
import { OtherWays } from './other-ways.tsx'
import { useFirstFocus } from './use-first-focus.ts'

const route = getRouteApi('/bare/login')

/** Signs in, and asks for the second factor once the server wants it. */
function useLogin(next: string) {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const [needsCode, setNeedsCode] = useState(false)
  const login = usePlainForm({
    checks: { email: required, password: required, auth_code: required },
    async send({ email, password, auth_code }) {
      try {
        const body = { email, password, ...(needsCode && { auth_code }) }
        session.signIn(await session.call(contract.identity.logIn, { body }))
        navigate(next)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'login_bad_authentication_code')
          return { auth_code: `${error.message} ${AUTH_CODE_HINT}` }
        if (error.code !== 'login_needs_second_factor') throw error
        setNeedsCode(true)
      }
      return undefined
    },
  })
  return { ...login, needsCode }
}

/** Email and password, then the code of the authenticator app where the account has one. */
export function LoginPage() {
  const { reason, next } = route.useSearch()
  const { form, field, busy, problem, needsCode } = useLogin(next ?? '/')
  useFirstFocus(needsCode ? 'auth_code' : 'email')
  const onward = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  return (
    <CalmPage
      privacy
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
      <form {...form} className="grid gap-5">
        {problem !== null ? (
          <Note tone="error">{problem}</Note>
        ) : (
          reason && (
            <Note tone={reason === 'no_session' ? 'info' : 'warning'}>{LOGIN_REASON_TEXTS[reason]}</Note>
          )
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          {...field('email')}
        />
        <PasswordField
          label="Password"
          aside={
            <Link href="/forgot-password" className="link-quiet text-13 text-brand">
              Forgot password?
            </Link>
          }
          {...field('password')}
        />
        {needsCode && <AuthCodeField hint={AUTH_CODE_HINT} {...field('auth_code')} />}
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {needsCode ? 'Confirm' : 'Log in'}
        </Button>
      </form>
      <OtherWays next={next} />
    </CalmPage>
  )
}
