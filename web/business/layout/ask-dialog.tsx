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
  work,
  onClose,
}: {
  title: string
  confirmLabel: string
  children: ReactNode
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
      danger
      busy={busy}
      {...{ title, confirmLabel }}
      onOpenChange={onClose}
      onConfirm={run}
    >
      {problem !== null && <Note tone="error">{problem}</Note>}
      <p>{children}</p>
    </ConfirmDialog>
  )
}
