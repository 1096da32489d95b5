import { contract } from '../../../contract/index.ts'
import { checkNewPassword, NEW_PASSWORD_HINT } from '../../account-security/new-password-check.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { toldCampaign } from '../auth/campaign.ts'
import type { Invite } from './invite.ts'

/** Creates a login for an invited person, with the invitation's address. */
export function InviteSignUp({ code, invite }: { code: string; invite: Invite }) {
  const session = useSessionControl()
  const navigate = useNavigateTo()
  const { form, field, busy, problem } = usePlainForm({
    checks: { first_name: required, last_name: required, email: required, password: checkNewPassword },
    names: { password1: 'password', password2: 'password' },
    async send({ password, ...person }) {
      const body = { ...person, password1: password, password2: password, ...toldCampaign() }
      session.signIn(await session.call(contract.identity.signUp, { body, query: { invite: code } }))
      navigate('/')
      return undefined
    },
  })
  return (
    <form {...form} className="grid gap-5">
      {problem !== null && <Note tone="error">{problem}</Note>}
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField label="First name" autoComplete="given-name" {...field('first_name')} />
        <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        readOnly
        defaultValue={invite.email}
        hint="We sent the invitation to this address."
        {...field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={NEW_PASSWORD_HINT}
        {...field('password')}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {invite.kind === 'member' ? 'Join' : 'Create your company'}
      </Button>
    </form>
  )
}
