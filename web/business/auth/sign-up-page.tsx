import { useSearch } from '@tanstack/react-router'
import { contract } from '../../../contract/index.ts'
import { checkNewPassword, NEW_PASSWORD_HINT } from '../../account-security/new-password-check.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Link, useNavigateTo } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { CalmHeading, CalmPage, inlineLink } from '../layout/calm-page.tsx'
import { toldCampaign } from './campaign.ts'
import { OtherLoginOptions } from './other-login-options.tsx'
import { useFirstFocus } from './use-first-focus.ts'

/**
 * Creates a login and an account. The emailed link activates the rest. `lost` is the provider whose callback
 * data is no longer in memory.
 */
export function SignUpPage({ lost }: { lost?: string | undefined }) {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const { user } = useSession()
  const next = useSearch({ strict: false, select: (search) => search.next })
  const { form, field, busy, problem } = usePlainForm({
    checks: { first_name: required, last_name: required, email: required, password: checkNewPassword },
    names: { password1: 'password', password2: 'password' },
    async send({ password, ...person }) {
      const body = { ...person, password1: password, password2: password, ...toldCampaign() }
      session.signIn(await session.call(contract.identity.signUp, { body }))
      navigate('/check-your-email')
      return undefined
    },
  })
  useFirstFocus('first_name')
  return (
    <CalmPage
      privacy
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
      <form {...form} className="grid gap-5">
        {problem !== null && <Note tone="error">{problem}</Note>}
        {user && <SignedInAlready email={user.email} />}
        {lost && (
          <Note title={`Your ${lost} details were lost`}>
            Continue with {lost} again, or create an account with a password.
          </Note>
        )}
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField label="First name" autoComplete="given-name" {...field('first_name')} />
          <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
        </div>
        <TextField
          label="Work email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          {...field('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={NEW_PASSWORD_HINT}
          {...field('password')}
        />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Create account
        </Button>
      </form>
      <OtherLoginOptions next={next} />
    </CalmPage>
  )
}

/** Tells a signed-in user that a second account needs another login. */
const SignedInAlready = ({ email }: { email: string }) => (
  <Note>
    You’re logged in as <span className="break-words">{email}</span>.{' '}
    <Link href="/" className={inlineLink}>
      Go to the dashboard
    </Link>{' '}
    or create another login here.
  </Note>
)
