import { NewPasswordField } from '../../account-security/new-password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { NameFields, useSignUpForm } from '../auth/sign-up-form.tsx'
import type { Invite } from './invite.ts'

const BUTTONS = { member: 'Join', client: 'Create your company', owner: 'Take over' } as const

/** Creates a login for an invited person, with the invitation's address. */
export function InviteSignUp({ code, invite }: { code: string; invite: Invite }) {
  const { form, field, busy, problem } = useSignUpForm('/', code)
  return (
    <form {...form} className="grid gap-5">
      {problem !== null && <Note tone="error">{problem}</Note>}
      <NameFields field={field} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        readOnly
        defaultValue={invite.email}
        hint="We sent the invitation to this address."
        {...field('email')}
      />
      <NewPasswordField {...field('password')} />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {BUTTONS[invite.kind]}
      </Button>
    </form>
  )
}
