import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { type SyncStatus, syncKey } from './use-sync-status.ts'

/** Asks for a sync now. */
export function SyncButton({ status }: { status: SyncStatus }) {
  const { pk } = useAccount()
  const may = useCan('accounting.sync')
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const sync = useAction(async () => {
    try {
      queries.setQueryData(syncKey(pk), await call(contract.accounting.sync, { params: { account: pk } }))
    } catch (error) {
      toast({ title: 'We couldn’t start the sync', body: actionErrorText(error), tone: 'error' })
    }
  })
  if (!may || !status.connected) return null
  return (
    <Button
      size="sm"
      icon={<RefreshCw />}
      busy={sync.busy || status.sync_status !== 'none'}
      onClick={() => void sync.run()}
    >
      Sync now
    </Button>
  )
}
