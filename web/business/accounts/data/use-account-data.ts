import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useRequestId } from '../../../session/calls/request-id.ts'
import { sendOnce } from '../../../session/calls/send-once.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { saveFile } from '../../../ui/pdf/save-file.ts'
import { useAccountChange } from '../use-account-change.ts'

const ASK_AGAIN_MS = 1000

export type DataExport = ReplyOf<typeof contract.accountData.startExport>

const exportsKey = (account: string) => [account, 'data-exports']

/** The last exports, asked for again while one is written. */
export function useDataExports() {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: exportsKey(account),
    queryFn: ({ signal }) => call(contract.accountData.listExports, { params: { account } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.exports.some((one) => one.state === 'running') ? ASK_AGAIN_MS : false,
  })
}

/** The call that starts an export. A repeated press starts nothing again. */
export function useStartExport() {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const requestId = useRequestId()
  return useSingleMutation({
    mutationFn: (withPdfs: boolean) =>
      sendOnce(requestId, { withPdfs }, (request_id) =>
        call(contract.accountData.startExport, {
          params: { account },
          body: { with_pdfs: withPdfs, request_id },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: exportsKey(account) }),
  })
}

/** Downloads an archive. */
export function useDownloadExport() {
  const { pk: account, company, today } = useAccount()
  const call = useCall()
  return useSingleMutation({
    mutationFn: async ({ pk }: DataExport) =>
      saveFile(
        await call(contract.accountData.downloadExport, { params: { account, export: pk }, body: {} }),
        `${company.name} ${today}.zip`,
      ),
  })
}

/** Closes the account. `name` is the company's, typed. */
export function useCloseAccount() {
  const { pk: account } = useAccount()
  const call = useCall()
  return useAccountChange((name: string) =>
    call(contract.accountData.close, { params: { account }, body: { name } }),
  )
}

/** Reopens a closed account. */
export function useReopenAccount() {
  const { pk: account } = useAccount()
  const call = useCall()
  return useAccountChange((_: undefined) =>
    call(contract.accountData.reopen, { params: { account }, body: {} }),
  )
}
