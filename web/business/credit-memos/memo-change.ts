import { useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../session/account-context.ts'
import type { MemoDetail } from './memo-look.ts'

/** Puts a changed credit memo on show at once; invoices, customers and figures that follow from it are asked anew. */
export function useMemoChanged(): (changed: MemoDetail) => Promise<void> {
  const account = useAccount()
  const queries = useQueryClient()
  return async (changed) => {
    queries.setQueryData([account.pk, 'credit-memo', changed.pk], changed)
    await queries.invalidateQueries({ queryKey: [account.pk] })
  }
}
