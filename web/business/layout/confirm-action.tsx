import type { ReactNode } from 'react'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'

/** Explains an action that takes something away or gives it back, runs it when confirmed, and shows why it failed. */
export function ConfirmAction({
  title,
  label,
  action,
  onClose,
  danger = true,
  children,
}: {
  title: string
  /** Verb and object: 'Void INV-1'. */
  label: string
  /** The mutation that runs the action. */
  action: { readonly error: Error | null; readonly isPending: boolean; readonly mutate: () => void }
  onClose: () => void
  /** False for an action that gives something back. */
  danger?: boolean
  /** The effect. */
  children: ReactNode
}) {
  return (
    <ConfirmDialog
      open
      danger={danger}
      onOpenChange={onClose}
      title={title}
      confirmLabel={label}
      busy={action.isPending}
      onConfirm={() => action.mutate()}
    >
      {action.error && <Note tone="error">{actionErrorText(action.error)}</Note>}
      {children}
    </ConfirmDialog>
  )
}
