import { useSearch } from '@tanstack/react-router'
import { NewPasswordField } from '../../account-security/new-password-field.tsx'
import { useSession } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { CalmHeading, CalmPage, inlineLink } from '../layout/calm-page.tsx'
import { OtherLoginOptions } from './other-login-options.tsx'
import { NameFields, useSignUpForm } from './sign-up-form.tsx'
import { useFirstFocus } from './use-first-focus.ts'

/**
 * Creates a login and an account. The emailed link activates the rest. `lost` is the provider whose callback
 * data is no longer in memory.
 */
export function SignUpPage({ lost }: { lost?: string | undefined }) {
  const { user } = useSession()
  const next = useSearch({ strict: false, select: (search) => search.next })
  const { form, field, busy, problem } = useSignUpForm('/check-your-email')
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
        <NameFields field={field} />
        <TextField
          label="Work email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          {...field('email')}
        />
        <NewPasswordField {...field('password')} />
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
