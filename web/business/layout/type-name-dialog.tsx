import { type ReactNode, useState } from 'react'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Note } from '../../ui/text/note.tsx'

/** Explains an action that can't be taken back for long, and runs it once the name is typed. */
export function TypeNameDialog({
  title,
  name,
  label,
  action,
  onClose,
  children,
}: {
  title: string
  /** Has to be typed. */
  name: string
  /** Verb and object of the button: 'Close the account'. */
  label: string
  action: {
    readonly error: Error | null
    readonly isPending: boolean
    readonly mutate: (typed: string) => void
  }
  onClose: () => void
  /** The effect. */
  children: ReactNode
}) {
  const [typed, setTyped] = useState('')
  const isTyped = typed.trim() === name.trim()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={action.isPending}
      size="sm"
      title={title}
      footer={
        <>
          <Button onClick={onClose} disabled={action.isPending}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" form="type-name" busy={action.isPending} disabled={!isTyped}>
            {label}
          </Button>
        </>
      }
    >
      <form
        id="type-name"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped) action.mutate(typed)
        }}
      >
        {action.error && <Note tone="error">{actionErrorText(action.error)}</Note>}
        <div className="grid gap-2 text-ink-2">{children}</div>
        <TextField
          label={`Type “${name}” to confirm`}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
