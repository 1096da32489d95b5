import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { FormDialog } from '../../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../../session/account-context.ts'
import { required, usePlainForm } from '../../../session/forms/plain-form.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { type CustomerOption, loadCustomers } from '../../customer-options.ts'
import { useForgetLogins } from './use-logins.ts'

/** Invites a person of a customer, which is chosen here unless it is given. */
export function InviteDialog({
  customer,
  onClose,
}: {
  customer?: { readonly id: string; readonly label: string }
  onClose: () => void
}) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const forget = useForgetLogins()
  const [chosen, setChosen] = useState<CustomerOption | null>(null)
  const [missing, setMissing] = useState(false)
  const { form, field, busy, problem } = usePlainForm({
    checks: { email: required },
    async send({ email }) {
      const id = customer?.id ?? chosen?.id
      setMissing(id === undefined)
      if (id === undefined) return undefined
      await call(contract.portal.invite, { params: { account, customer: id }, body: { email } })
      await forget()
      toast({ title: 'Invitation sent', body: `To ${email.trim()}`, tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ busy, problem, form, onClose }}
      title={customer ? `Invite a person of ${customer.label}` : 'Invite to the portal'}
      description="We email a link that works for 7 days. Each person has a login of their own."
      confirmLabel="Send invitation"
      fields={
        <>
          {!customer && (
            <Combobox
              label="Customer"
              value={chosen}
              onChange={(option) => {
                setChosen(option)
                setMissing(false)
              }}
              load={loadCustomers(call, account, { activeOnly: true })}
              error={missing ? 'Choose a customer.' : undefined}
            />
          )}
          <TextField
            key={chosen?.id}
            label="Email"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            autoFocus={customer !== undefined}
            defaultValue={chosen?.email}
            {...field('email')}
          />
        </>
      }
    />
  )
}
