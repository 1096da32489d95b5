import { type ReactNode, useState } from 'react'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useAction } from '../../session/calls/use-action.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'

/** A confirmation dialog that shows a failure inside. */
export function AskDialog({
  title,
  confirmLabel,
  children,
  danger = true,
  work,
  onClose,
}: {
  title: string
  confirmLabel: string
  children: ReactNode
  danger?: boolean
  work: () => Promise<void>
  onClose: () => void
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const { run, busy } = useAction(async () => {
    setProblem(null)
    try {
      await work()
      onClose()
    } catch (error) {
      setProblem(actionErrorText(error))
    }
  })
  return (
    <ConfirmDialog
      open
      busy={busy}
      {...{ title, confirmLabel, danger }}
      onOpenChange={onClose}
      onConfirm={run}
    >
      {problem !== null && <Note tone="error">{problem}</Note>}
      <p>{children}</p>
    </ConfirmDialog>
  )
}
