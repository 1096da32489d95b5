import { useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../session/account-context.ts'
import type { MemoDetail } from './memo-look.ts'

/**
 * Shows a changed credit memo at once, and invalidates the invoices, customers and figures that depend on it.
 */
export function useMemoChanged(): (changed: MemoDetail) => Promise<void> {
  const account = useAccount()
  const queries = useQueryClient()
  return async (changed) => {
    queries.setQueryData([account.pk, 'credit-memo', changed.pk], changed)
    await queries.invalidateQueries({ queryKey: [account.pk] })
  }
}
