import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useLater } from '../../layout/use-later.ts'

const ASK_AGAIN_MS = 1000

type Runs = ReplyOf<typeof contract.invoiceRuns.list>

/** Key of the cached runs. */
export const runsKey = (account: string) => [account, 'invoice-runs']

/** Changes with each invoice on which the last run acted, and with its end. PDFs change no invoice. */
const stepOf = ({ runs }: Runs): string => {
  const last = runs.find(({ action }) => action !== 'pdfs')
  return last ? `${last.pk} ${last.state} ${last.done + last.left_out_count}` : ''
}

/**
 * The runs of the last day, asked for once the list is shown and again while one is going on. Invoices are read again with each
 * step of it.
 */
export function useInvoiceRuns(isShown: boolean) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  return useQuery({
    queryKey: runsKey(account),
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<Runs>(runsKey(account))
      const reply = await call(contract.invoiceRuns.list, { params: { account } }, { signal })
      if (before && stepOf(before) !== stepOf(reply)) {
        void queries.invalidateQueries({ queryKey: [account, 'invoices'] })
        void queries.invalidateQueries({ queryKey: [account, 'invoice'] })
      }
      return reply
    },
    enabled: useLater(isShown),
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === 'running') ? ASK_AGAIN_MS : false,
  })
}
