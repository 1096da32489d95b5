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
        The portal moves to <b className="font-medium text-ink">{to}</b>. Customers will need to log in again.
      </p>
      <p>
        For 180 days, <b className="font-medium text-ink">{from}</b> and links in emails already sent lead
        there, and you can change back. Then they stop working.
      </p>
    </ConfirmDialog>
  )
}
