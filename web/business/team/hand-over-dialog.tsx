import { contract } from '../../../contract/index.ts'
import { AUTH_CODE_HINT, AuthCodeField } from '../../account-security/auth-code-field.tsx'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { WhosePassword } from '../../account-security/whose-password.tsx'
import { useAccount } from '../../session/account-context.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import type { Team } from './use-team.ts'

/** Invites the client to own the company that was set up for them. */
export function HandOverDialog({
  withCode,
  onClose,
  onChanged,
}: {
  withCode: boolean
  onClose: () => void
  onChanged: (team: Team) => void
}) {
  const call = useCall()
  const toast = useToast()
  const { pk, company } = useAccount()
  const { form, field, busy, problem } = usePlainForm({
    checks: { email: required, current_password: required, auth_code: required },
    async send({ email, current_password, auth_code }) {
      const body = { email, current_password, auth_code }
      onChanged(await call(contract.team.handOver, { params: { account: pk }, body }))
      toast({ title: `Invitation sent to ${email.trim()}`, tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ busy, problem, form, onClose }}
      title={`Hand over ${company.name || 'this company'}`}
      description="We’ll email a link that works for 7 days. Until it is accepted, you stay the owner."
      confirmLabel="Send invitation"
      fields={
        <>
          <TextField
            label="Email of the future owner"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            autoFocus
            {...field('email')}
          />
          <WhosePassword />
          <PasswordField label="Your password" {...field('current_password')} />
          {withCode && <AuthCodeField hint={AUTH_CODE_HINT} {...field('auth_code')} />}
        </>
      }
    />
  )
}
