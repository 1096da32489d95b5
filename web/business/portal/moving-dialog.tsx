import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'

/** Explains what a new portal address does to the former one, and asks for confirmation. */
export function MovingDialog({
  from,
  to,
  busy,
  onConfirm,
  onClose,
}: {
  from: string
  to: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Change the portal’s address?"
      confirmLabel="Change address"
      busy={busy}
      onConfirm={onConfirm}
    >
      <p>
        The portal moves to <b className="font-medium text-ink">{to}</b>. The address{' '}
        <b className="font-medium text-ink">{from}</b> stops working at once, and so do links to it in emails
        that were sent before. Customers who are signed in have to sign in again.
      </p>
      <p>Nobody else can take the former name for 180 days; until then you can go back to it.</p>
    </ConfirmDialog>
  )
}
