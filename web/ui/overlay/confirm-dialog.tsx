import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

/** Asks for confirmation and states the exact effect, with amounts and names. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger = false,
  busy = false,
  onConfirm,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** The effect. */
  children?: ReactNode
  /** Verb and object: 'Refund $120.00'. */
  confirmLabel: string
  cancelLabel?: string | undefined
  danger?: boolean | undefined
  busy?: boolean | undefined
  onConfirm: () => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      size="sm"
      locked={busy}
      footer={
        <DialogButtons
          label={confirmLabel}
          cancelLabel={cancelLabel}
          danger={danger}
          busy={busy}
          onPress={onConfirm}
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      <div className="grid gap-2 text-ink-2">{children}</div>
    </Dialog>
  )
}
