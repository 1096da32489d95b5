import { contract } from '../../../contract/index.ts'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { type Client, type Clients, companiesText } from './use-clients.ts'

interface Given {
  readonly chosen: readonly Client[]
  readonly onClose: () => void
  readonly onChanged: (clients: Clients) => void
}

/** Ends a colleague's access to those of the chosen client companies where they work. */
export function EndAccessDialog({ chosen, onClose, onChanged }: Given) {
  const call = useCall()
  const toast = useToast()
  const { pk } = useAccount()
  const people = peopleOf(chosen)
  const { form, field, busy, problem } = usePlainForm({
    checks: { user: required },
    async send({ user }) {
      const at = chosen.filter((client) => client.people.some((one) => one.user === user))
      const body = { user, accounts: at.map(({ account }) => account) }
      onChanged(await call(contract.clients.end, { params: { account: pk }, body }))
      const who = people.find((one) => one.user === user)
      toast({ title: `${who?.name} no longer works in ${companiesText(at)}`, tone: 'success' })
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      danger
      {...{ busy, problem, form, onClose }}
      title={`End access to ${companiesText(chosen)}`}
      description="They lose access at once, wherever they are logged in. Their work stays."
      confirmLabel="End access"
      fields={
        <Select
          label="Colleague"
          options={[
            { value: '', label: 'Choose a colleague' },
            ...people.map(({ user, name }) => ({ value: user, label: name })),
          ]}
          {...field('user')}
        />
      }
    />
  )
}

/** Returns everybody who works in one of these companies, once. */
function peopleOf(chosen: readonly Client[]) {
  const people = new Map(chosen.flatMap((client) => client.people).map((one) => [one.user, one]))
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
