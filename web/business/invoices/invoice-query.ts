import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import type { Caller } from '../../session/calls/call.ts'
import type { Invoice } from './invoice-look.ts'

/** One invoice with all that belongs to it. */
export const invoiceQuery = (call: Caller, account: string, invoice: string) =>
  queryOptions({
    queryKey: [account, 'invoice', invoice],
    queryFn: ({ signal }) => call(contract.invoices.read, { params: { account, invoice } }, { signal }),
  })

/** Puts a changed invoice on show at once, and has everything else of the account that may follow from it asked anew. */
export function useInvoiceChanged(): (changed: Invoice) => Promise<void> {
  const account = useAccount()
  const queries = useQueryClient()
  return async (changed) => {
    const queryKey = [account.pk, 'invoice', changed.pk]
    await queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, changed)
    await queries.invalidateQueries({
      predicate: ({ queryKey: [first, kind, id] }) =>
        first === account.pk && !(kind === 'invoice' && id === changed.pk),
    })
  }
}
