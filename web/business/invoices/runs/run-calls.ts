import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { InvoiceRunReply } from '../../../../contract/lists/invoice-runs.ts'
import type { RequestOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useRequestId } from '../../../session/calls/request-id.ts'
import { sendOnce } from '../../../session/calls/send-once.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { awaitPdfs } from './awaited-pdfs.ts'
import { runsKey } from './use-invoice-runs.ts'

type StartBody = NonNullable<RequestOf<typeof contract.invoiceRuns.start>['body']>

/** Invoices of a run, by their ids or as they match the list. */
export type RunSelection = Pick<StartBody, 'invoices'> | Pick<StartBody, 'matching'>

/** The call that starts a run. A repeated press starts nothing again. This device saves the PDFs that it asks for. */
export function useStartRun(onStarted: () => void, onError?: (error: Error) => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const requestId = useRequestId()
  return useSingleMutation({
    mutationFn: (body: Omit<StartBody, 'request_id'>) =>
      sendOnce(requestId, body, (request_id) =>
        call(contract.invoiceRuns.start, { params: { account }, body: { ...body, request_id } }),
      ),
    async onSuccess(run) {
      requestId.succeeded()
      if (run.action === 'pdfs') awaitPdfs(run.pk)
      await queries.invalidateQueries({ queryKey: runsKey(account) })
      onStarted()
    },
    ...(onError && { onError }),
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
