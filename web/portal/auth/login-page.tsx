import { Mail } from 'lucide-react'
import { Suspense } from 'react'
import { AUTH_CODE_HINT, AuthCodeField } from '../../account-security/auth-code-field.tsx'
import { useLogin } from '../../account-security/use-login.ts'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Link } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { onAppHost } from '../app-host.ts'
import { navigate, useSearchParams } from '../location.ts'
import { browserSession, LOGIN } from '../portal-session.ts'
import { Redirect } from '../redirect.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { LinkLogin } from './link-login.tsx'
import { LinkSent, useMailedLink } from './mailed-link.tsx'
import { NoPortal } from './no-portal.tsx'
import { StorageNotice } from './storage-notice.tsx'

/** Loaded for visitors who have no login. */
const AskForAccess = lazyWithRetry(() => import('./ask-for-access.tsx'), 'AskForAccess')
/** Loaded on the way from a pay link. */
const PayLinkEntry = lazyWithRetry(() => import('./pay-link-entry.tsx'), 'PayLinkEntry')

/** One sentence for each reason to log in again. */
const REASONS = new Map([
  ['session_timed_out', t('Your session has timed out. Please log in again.')],
  ['accounting_platform_disconnected', t('The accounting platform was disconnected. Please log in again.')],
  ['no_session', t('Please log in to see your invoices.')],
  ['bad_session', t('Something was wrong with your session. Please log in again.')],
])

/** Login of the portal on this subdomain. */
export function LoginPage() {
  const [search] = useSearchParams()
  const link = search.get('link')
  // The portal's bare address leads here; the portal itself checks whether the session is valid.
  if (onAppHost) return <NoPortal />
  if (link !== null) return <LinkLogin key={link} token={link} />
  if (browserSession.session.snapshot().signedIn) return <Redirect to="/customer-portal-site" />
  if (search.get('ask') !== null)
    return (
      <Suspense>
        <AskForAccess />
      </Suspense>
    )
  const payLink = /^#pay=(.+)$/.exec(window.location.hash)?.[1]
  return payLink === undefined ? (
    <PasswordLogin />
  ) : (
    <Suspense>
      <PayLinkEntry link={payLink} />
    </Suspense>
  )
}

function PasswordLogin() {
  const [search] = useSearchParams()
  const { form, field, busy, problem, needsCode } = useLogin(browserSession.session, () =>
    navigate('/customer-portal-site', { replace: true }),
  )
  const reason = REASONS.get(search.get('reason') ?? '')
  const mailing = useMailedLink()
  if (mailing.sent !== null) return <LinkSent {...mailing.sent} onBack={mailing.back} />
  return (
    <AuthFrame title={t('Log in')}>
      <StorageNotice />
      <form {...form} className="grid gap-4">
        {problem ? <Note tone="error">{problem}</Note> : reason && <Note tone="info">{reason}</Note>}
        <TextField
          label={t('Email')}
          type="email"
          autoComplete="username"
          defaultValue={mailing.email}
          {...field('email')}
          error={mailing.problem ?? field('email').error}
          onChange={mailing.clear}
        />
        <PasswordField label={t('Password')} autoComplete="current-password" {...field('password')} />
        {needsCode && <AuthCodeField autoFocus hint={AUTH_CODE_HINT} {...field('auth_code')} />}
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {needsCode ? t('Confirm') : t('Log in')}
        </Button>
        <Button
          size="lg"
          icon={<Mail />}
          busy={mailing.busy}
          onClick={({ currentTarget }) => mailing.send(currentTarget.form)}
        >
          {t('Email me a login link')}
        </Button>
        <Link
          href="/customer-portal-site-forgot-password"
          className="justify-self-center py-2 text-14 text-ink-2 underline underline-offset-3"
        >
          {t('Forgot your password?')}
        </Link>
        <p className="border-t border-line pt-4 text-center text-14 text-ink-2">
          {t('No login yet?')}{' '}
          <Link href={`${LOGIN}?ask=true`} className="underline underline-offset-3">
            {t('Ask for access')}
          </Link>
        </p>
      </form>
    </AuthFrame>
  )
}
