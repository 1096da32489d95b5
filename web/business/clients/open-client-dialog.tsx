import { useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useSessionControl } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { accountsQuery } from '../accounts/accounts-query.ts'

/** Opens a company for a client, which is handed over to its owner later. */
export function OpenClientDialog({ onClose, onOpened }: { onClose: () => void; onOpened: () => void }) {
  const session = useSessionControl()
  const queries = useQueryClient()
  const toast = useToast()
  const { pk } = useAccount()
  const { form, field, busy, problem } = usePlainForm({
    checks: { name: required },
    async send({ name }) {
      await session.call(contract.clients.open, { params: { account: pk }, body: { name } })
      await queries.invalidateQueries({ queryKey: accountsQuery(session).queryKey })
      toast({
        title: `${name.trim()} was created`,
        body: 'Open it to set it up. Hand it over under Settings, Team.',
        tone: 'success',
      })
      onOpened()
      onClose()
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ busy, problem, form, onClose }}
      title="Create a client company"
      description="You own it while you set it up. Then hand it over to your client and stay its advisor."
      confirmLabel="Create company"
      fields={<TextField label="Company name" autoComplete="off" autoFocus {...field('name')} />}
    />
  )
}
