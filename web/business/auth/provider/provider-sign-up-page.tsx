import { contract } from '../../../../contract/index.ts'
import { SIGN_IN_PROVIDERS } from '../../../../domain/people/sign-in-providers.ts'
import { required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { useSessionControl } from '../../../session/session-context.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Link, useNavigateTo } from '../../../ui/layout/link.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { CalmHeading, CalmPage, inlineLink } from '../../layout/calm-page.tsx'
import { toldCampaign } from '../campaign.ts'
import { type Newcomer, rememberNewcomer } from '../newcomer.ts'
import { useFirstFocus } from '../use-first-focus.ts'

/**
 * Creates an account for a user back from a provider. Asks for no password and prefills the fields with the
 * provider's data.
 */
export function ProviderSignUpPage({ newcomer }: { newcomer: Newcomer }) {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const { provider, token, profile } = newcomer
  const { name } = SIGN_IN_PROVIDERS[provider]
  const { form, field, busy, problem } = usePlainForm({
    checks: { first_name: required, last_name: required, email: required },
    async send(person) {
      const body = { ...person, token, ...toldCampaign() }
      const signedIn = await session.call(contract.socialLogins.signUp, { body })
      session.signIn(signedIn)
      rememberNewcomer(null)
      navigate(signedIn.user.email_verified ? '/' : '/check-your-email')
      return undefined
    },
  })
  useFirstFocus(profile.first_name === '' ? 'first_name' : 'email')
  return (
    <CalmPage
      foot={
        <>
          Have an account already?{' '}
          <Link href="/login" className={inlineLink}>
            Log in
          </Link>
        </>
      }
    >
      <CalmHeading title="Create your account">
        You’ll log in with {name}, so you don’t need a password.
      </CalmHeading>
      <form {...form} className="grid gap-5">
        {problem !== null && <Note tone="error">{problem}</Note>}
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField
            label="First name"
            autoComplete="given-name"
            defaultValue={profile.first_name}
            {...field('first_name')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            defaultValue={profile.last_name}
            {...field('last_name')}
          />
        </div>
        <TextField
          label="Work email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          defaultValue={profile.email ?? ''}
          hint={
            profile.email_verified
              ? `${name} confirmed this address. If you change it, we’ll email you a link.`
              : 'We’ll email you a link to confirm it.'
          }
          {...field('email')}
        />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          Create account
        </Button>
      </form>
    </CalmPage>
  )
}
