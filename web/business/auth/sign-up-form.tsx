import { contract } from '../../../contract/index.ts'
import { checkNewPassword } from '../../account-security/new-password-check.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { toldCampaign } from './campaign.ts'

/** Form that creates a login, logs in and opens `next`. `invite` is the code of an invitation. */
export function useSignUpForm(next: string, invite?: string) {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  return usePlainForm({
    checks: { first_name: required, last_name: required, email: required, password: checkNewPassword },
    names: { password1: 'password', password2: 'password' },
    async send({ password, ...person }) {
      const body = { ...person, password1: password, password2: password, ...toldCampaign() }
      const query = invite === undefined ? undefined : { invite }
      session.signIn(await session.call(contract.identity.signUp, { body, ...(query && { query }) }))
      navigate(next)
      return undefined
    },
  })
}

/** First and last name, side by side. */
export const NameFields = ({ field }: { field: ReturnType<typeof useSignUpForm>['field'] }) => (
  <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
    <TextField label="First name" autoComplete="given-name" {...field('first_name')} />
    <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
  </div>
)
