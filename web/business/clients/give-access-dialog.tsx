import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { RadioTiles } from '../../ui/fields/radio-tiles.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { ROLE_CHOICES } from '../team/role-words.ts'
import { type Client, type Clients, companiesText } from './use-clients.ts'

interface Given {
  readonly chosen: readonly Client[]
  readonly onClose: () => void
  readonly onChanged: (clients: Clients) => void
}

const ROLES = ROLE_CHOICES.filter(({ value }) => value !== 'admin') as readonly {
  value: 'advisor' | 'viewer'
  label: string
  description: string
}[]

/** Gives a colleague access to the chosen client companies. */
export function GiveAccessDialog({
  chosen,
  colleagues,
  onClose,
  onChanged,
}: Given & { colleagues: Clients['colleagues'] }) {
  const call = useCall()
  const toast = useToast()
  const { pk } = useAccount()
  const [role, setRole] = useState<'advisor' | 'viewer'>('advisor')
  const { form, field, busy, problem } = usePlainForm({
    checks: { user: required },
    async send({ user }) {
      const body = { user, role, accounts: chosen.map(({ account }) => account) }
      onChanged(await call(contract.clients.give, { params: { account: pk }, body }))
      const who = colleagues.find((one) => one.user === user)
      toast({ title: `${who?.name} now works in ${companiesText(chosen)}`, tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ busy, problem, form, onClose }}
      title={`Give access to ${companiesText(chosen)}`}
      description="The owners of these companies get an email. They can end the access at any time."
      confirmLabel="Give access"
      fields={
        <>
          <Select
            label="Colleague"
            options={[
              { value: '', label: 'Choose a colleague' },
              ...colleagues.map(({ user, name }) => ({ value: user, label: name })),
            ]}
            {...field('user')}
          />
          <RadioTiles legend="Role" options={ROLES} value={role} onChange={setRole} />
        </>
      }
    />
  )
}
