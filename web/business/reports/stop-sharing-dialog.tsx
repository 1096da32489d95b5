import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import type { ReportLink } from './report-link-row.tsx'

/** Revokes a link, after explaining the effect. */
export function StopSharingDialog({
  link,
  onClose,
  onStopped,
}: {
  link: ReportLink
  onClose: () => void
  onStopped: () => Promise<unknown>
}) {
  const call = useCall()
  const toast = useToast()
  const { pk } = useAccount()
  const stop = useSingleMutation({
    mutationFn: () => call(contract.reports.stopSharing, { params: { account: pk, link: link.pk } }),
    onSuccess: async () => {
      await onStopped()
      toast({ title: `No longer shared with ${link.recipient}`, tone: 'success' })
      onClose()
    },
    onError: async (error) => {
      // The link may have been revoked elsewhere; the list shows its current state.
      await onStopped()
      toast({ title: 'We couldn’t stop sharing', body: actionErrorText(error), tone: 'error' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Stop sharing with ${link.recipient}?`}
      confirmLabel="Stop sharing"
      danger
      busy={stop.isPending}
      onConfirm={() => stop.mutate()}
    >
      Their link stops working immediately and can’t be restored. They keep anything printed or saved.
    </ConfirmDialog>
  )
}
