import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { InvoiceRunReply } from '../../../../contract/lists/invoice-runs.ts'
import type { ReplyOf, RequestOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useRequestId } from '../../../session/calls/request-id.ts'
import { sendOnce } from '../../../session/calls/send-once.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useLater } from '../../layout/use-later.ts'

const ASK_AGAIN_MS = 1000

type StartBody = NonNullable<RequestOf<typeof contract.invoiceRuns.start>['body']>
type Runs = ReplyOf<typeof contract.invoiceRuns.list>

/** Invoices of a run, by their ids or as they match the list. */
export type RunSelection = Pick<StartBody, 'invoices'> | Pick<StartBody, 'matching'>

const runsKey = (account: string) => [account, 'invoice-runs']

/** Changes with each invoice that a run acted on, and with its end. */
const stepOf = ({ runs: [last] }: Runs): string =>
  last ? `${last.pk} ${last.state} ${last.done + last.left_out_count}` : ''

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

/** The call that starts a run. A repeated press starts nothing again. */
export function useStartRun(onStarted: () => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const requestId = useRequestId()
  return useSingleMutation({
    mutationFn: (body: Omit<StartBody, 'request_id'>) =>
      sendOnce(requestId, body, (request_id) =>
        call(contract.invoiceRuns.start, { params: { account }, body: { ...body, request_id } }),
      ),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: runsKey(account) })
      onStarted()
    },
  })
}

/** The call that stops a run. */
export function useStopRun() {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ pk }: InvoiceRunReply) =>
      call(contract.invoiceRuns.cancel, { params: { account, run: pk }, body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: runsKey(account) }),
  })
}

/** On which invoices an action would act, read again each time that the dialog opens. */
export function useRunPreview(action: StartBody['action'], selection: RunSelection) {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [...runsKey(account), 'preview', action, selection],
    queryFn: ({ signal }) =>
      call(contract.invoiceRuns.preview, { params: { account }, body: { action, ...selection } }, { signal }),
    gcTime: 0,
  })
}
