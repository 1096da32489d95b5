import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import type { Caller } from '../../session/calls/call.ts'
import type { Invoice } from './invoice-look.ts'

/** Reads one invoice with its related records. */
export const invoiceQuery = (call: Caller, account: string, invoice: string) =>
  queryOptions({
    queryKey: [account, 'invoice', invoice],
    queryFn: ({ signal }) => call(contract.invoices.read, { params: { account, invoice } }, { signal }),
  })

/** Shows a changed invoice at once, and invalidates the account's other queries that may depend on it. */
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
