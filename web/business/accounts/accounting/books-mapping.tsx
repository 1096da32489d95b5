import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { type ComboboxOption, matchOptions } from '../../../ui/combobox/combobox-options.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { type BooksConnection, connectionsKey } from './books-connection.ts'

type Field = 'deposit_account' | 'fee_item' | 'fee_tax_code' | 'surcharge_item'
type List = 'accounts' | 'items' | 'tax_codes'

const LISTS = {
  accounts: contract.accounting.bookAccounts,
  items: contract.accounting.items,
  tax_codes: contract.accounting.taxCodes,
} as const

interface Without {
  readonly account: string
  readonly item: string
  readonly accountHint?: string
  readonly itemHint?: string
}

/** Explains the platform's own rule, which applies without a choice. */
const WITHOUT: Readonly<Record<string, Without>> = {
  quickbooks: {
    account: 'Undeposited funds',
    item: 'QuickBooks chooses',
  },
  xero: {
    account: 'The only account there',
    accountHint: 'Pick one when several accounts in Xero take payments.',
    item: 'No item',
    itemHint: 'Without one, the fee goes to the account of the invoice’s first line.',
  },
}

/** Chooses which account, items and tax code of the books the posted records use. The lists are read from the platform. */
export function BooksMapping({ connection }: { connection: BooksConnection }) {
  const { features, name } = connection
  if (!features.accounts && !features.items) return null
  const chooses = `${name} chooses`
  const without: Without = WITHOUT[connection.provider] ?? { account: chooses, item: chooses }
  return (
    <section aria-label="Mapping" className="grid gap-3">
      <h3 className="font-semibold">Mapping</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {features.accounts && (
          <Pick
            connection={connection}
            field="deposit_account"
            list="accounts"
            label={features.manual_payments ? 'Account named in the tasks' : 'Post payments to'}
            none={features.manual_payments ? 'None' : without.account}
            {...(without.accountHint !== undefined && { hint: without.accountHint })}
          />
        )}
        {features.surcharges && features.items && (
          <Pick
            connection={connection}
            field="surcharge_item"
            list="items"
            label="Item for surcharges"
            none="Don’t post surcharges"
            hint="Posted from the moment you pick one. Otherwise the payment’s note names the amount."
          />
        )}
        {features.late_fees && features.items && (
          <Pick
            connection={connection}
            field="fee_item"
            list="items"
            label="Item for late fees"
            none={without.item}
            {...(without.itemHint !== undefined && { hint: without.itemHint })}
          />
        )}
        {features.late_fees && features.tax_codes && (
          <Pick
            connection={connection}
            field="fee_tax_code"
            list="tax_codes"
            label="Tax code for late fees"
            none="No tax code"
          />
        )}
      </div>
    </section>
  )
}

interface PickProps {
  readonly connection: BooksConnection
  readonly field: Field
  readonly list: List
  readonly label: string
  /** Text of the choice of nothing. */
  readonly none: string
  readonly hint?: string
}

function Pick({ connection, field, list, label, none, hint }: PickProps) {
  const { pk } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const { provider } = connection
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [pk, 'books-list', provider, list],
    queryFn: ({ signal }) => call(LISTS[list], { params: { account: pk } }, { signal }),
    staleTime: 60_000,
  })
  const save = useSingleMutation({
    mutationFn: (id: string) =>
      call(contract.accounting.update, { params: { account: pk, provider }, body: { [field]: id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: connectionsKey(pk) })
      toast({ title: 'Saved', tone: 'success' })
    },
    onError: (failure) =>
      toast({ title: 'We couldn’t save the choice', body: actionErrorText(failure), tone: 'error' }),
  })
  if (error)
    return (
      <Note tone="error" title={label} onRetry={() => void refetch()} retrying={isFetching}>
        {actionErrorText(error)}
      </Note>
    )
  if (!data) return <Skeleton className="h-14" />
  const options: ComboboxOption[] = [
    { id: '', label: none },
    ...data.map((choice) => ({
      id: choice.id,
      label: choice.detail ? `${choice.name} (${choice.detail})` : choice.name,
    })),
  ]
  const chosen = connection[field]
  return (
    <Combobox
      label={label}
      hint={hint}
      value={options.find(({ id }) => id === chosen) ?? { id: chosen, label: `Unknown here (${chosen})` }}
      load={matchOptions(options)}
      onChange={(option) => {
        if (option && option.id !== chosen && !save.isPending) save.mutate(option.id)
      }}
    />
  )
}
