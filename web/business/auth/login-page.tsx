import { getRouteApi } from '@tanstack/react-router'
import { AUTH_CODE_HINT, AuthCodeField } from '../../account-security/auth-code-field.tsx'
import { useLogin } from '../../account-security/use-login.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Link, useNavigateTo } from '../../ui/layout/link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { CalmHeading, CalmPage, inlineLink } from '../layout/calm-page.tsx'
import { LOGIN_REASON_TEXTS } from './login-reason.ts'
import { OtherLoginOptions } from './other-login-options.tsx'
import { useFirstFocus } from './use-first-focus.ts'

const route = getRouteApi('/bare/login')

/** Logs in with email and password, then with a code where two-step login is on. */
export function LoginPage() {
  const { reason, next } = route.useSearch()
  const navigate = useNavigateTo()
  const toast = useToast()
  const enter = () => {
    navigate(next ?? '/')
    // Loaded after the login, because the first screens don't need it.
    void import('./announce-kept-texts.tsx').then(({ announceKeptTexts }) =>
      announceKeptTexts(next ?? '/', toast),
    )
  }
  const { form, field, busy, problem, needsCode } = useLogin(useSessionControl(), enter)
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
              Forgot your password?
            </Link>
          }
          {...field('password')}
        />
        {needsCode && <AuthCodeField hint={AUTH_CODE_HINT} {...field('auth_code')} />}
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {needsCode ? 'Confirm' : 'Log in'}
        </Button>
      </form>
      <OtherLoginOptions next={next} />
    </CalmPage>
  )
}
