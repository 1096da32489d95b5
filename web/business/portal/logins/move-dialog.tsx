import { contract } from '../../../../contract/index.ts'
import type { PortalLoginEntry } from '../../../../contract/portal-access/portal-logins.ts'
import { FormDialog } from '../../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../../session/account-context.ts'
import { required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { useCall } from '../../../session/session-context.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { useForgetLogins } from './use-logins.ts'

/** Moves a login to another address. */
export function MoveDialog({ entry, onClose }: { entry: PortalLoginEntry; onClose: () => void }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const forget = useForgetLogins()
  const { customer, login, email: former, short_name, state } = entry
  const { form, field, busy, problem } = usePlainForm({
    checks: { email: required },
    async send({ email }) {
      await call(contract.portal.updateEmail, {
        params: { account, customer },
        body: { email, ...(login !== null && { login }) },
      })
      await forget()
      toast({ title: 'Login moved', body: `From ${former} to ${email.trim()}`, tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ busy, problem, form, onClose }}
      title="Change the address of a login"
      description={
        state === 'not_invited'
          ? `${former} is replaced for ${short_name}.`
          : `${former} is logged out and can’t see the invoices of ${short_name} anymore. We email an invitation to the new address.`
      }
      confirmLabel="Change address"
      fields={
        <TextField
          label="New email address"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          autoFocus
          {...field('email')}
        />
      }
    />
  )
}
