import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'

/** Asks before unsaved changes are lost, also when the tab is closed. `text` names what is not saved. */
export function LeaveGuard({ atRisk, text }: { atRisk: () => boolean; text: string }) {
  const blocker = useBlocker({ shouldBlockFn: atRisk, enableBeforeUnload: atRisk, withResolver: true })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      danger
      onOpenChange={() => blocker.reset?.()}
      title="Leave without saving?"
      cancelLabel="Stay"
      confirmLabel="Leave without saving"
      onConfirm={() => blocker.proceed?.()}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
