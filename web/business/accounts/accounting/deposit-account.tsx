import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { type BooksConnection, connectionsKey } from './books-connection.ts'

/** Chooses the account of the books that takes the posted payments. */
export function DepositAccount({ connection }: { connection: BooksConnection }) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const { provider, name, deposit_account: chosen, features } = connection
  const { data } = useQuery({
    queryKey: [pk, 'book-accounts', provider],
    queryFn: ({ signal }) => call(contract.accounting.bookAccounts, { params: { account: pk } }, { signal }),
    enabled: features.accounts,
    staleTime: 60_000,
  })
  const save = useSingleMutation({
    mutationFn: (deposit_account: string) =>
      call(contract.accounting.update, { params: { account: pk, provider }, body: { deposit_account } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: connectionsKey(pk) })
      toast({ title: 'Saved', tone: 'success' })
    },
    onError: (error) =>
      toast({ title: 'We couldn’t save the account', body: actionErrorText(error), tone: 'error' }),
  })
  if (!features.accounts || !data) return null
  return (
    <Select
      label="Post payments to"
      value={chosen}
      disabled={save.isPending}
      options={[
        { value: '', label: `Default of ${name}` },
        ...data.map((account) => ({ value: account.id, label: `${account.name} (${account.detail})` })),
      ]}
      onChange={(event) => save.mutate(event.target.value)}
    />
  )
}
