import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
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
    await invalidateOthers(queries, account.pk, changed.pk)
  }
}

/**
 * Forgets a deleted draft once its page has gone, and invalidates the account's other queries. The page is shown until the list has
 * come, and reading the draft again there would find nothing.
 */
export function useDraftDeleted(): (draft: string) => Promise<void> {
  const account = useAccount()
  const queries = useQueryClient()
  return async (draft) => {
    const queryKey = [account.pk, 'invoice', draft]
    await queries.invalidateQueries({ queryKey, refetchType: 'none' })
    await invalidateOthers(queries, account.pk, draft)
    queries.removeQueries({ queryKey, type: 'inactive' })
  }
}

/** Invalidates the queries of an account, but for one invoice. */
const invalidateOthers = (queries: QueryClient, account: string, invoice: string): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [first, kind, id] }) =>
      first === account && !(kind === 'invoice' && id === invoice),
  })
