import type { Task } from '../../../contract/worklist/worklist.ts'
import { TASK_TEXT_MAX_LENGTH } from '../../../domain/worklist/task.ts'
import { usePlainForm } from '../../session/forms/plain-form.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { useTaskChanges } from './use-task-changes.ts'

/** Marks a task as done, with a note of what came of it. */
export function FinishDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { finish } = useTaskChanges()
  const { form, field, busy, problem } = usePlainForm({
    checks: { outcome: () => null },
    async send({ outcome }) {
      await finish(task, outcome)
      onClose()
      return undefined
    },
  })
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={busy}
      size="sm"
      title={`Done: ${task.title}`}
      footer={<DialogButtons onCancel={onClose} label="Mark as done" form="finish-task" busy={busy} />}
    >
      <form id="finish-task" {...form} className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <TextField
          label="What came of it"
          optional
          placeholder="They pay on Friday"
          maxLength={TASK_TEXT_MAX_LENGTH}
          autoComplete="off"
          autoFocus
          {...field('outcome')}
        />
      </form>
    </TypedDialog>
  )
}
