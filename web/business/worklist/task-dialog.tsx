import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
import type { Task } from '../../../contract/worklist/worklist.ts'
import { useAccount } from '../../session/account-context.ts'
import { showFormErrors } from '../../session/forms/form-errors.ts'
import { useCall } from '../../session/session-context.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { TaskFields } from './task-fields.tsx'
import type { TaskSubject, TaskValues } from './task-values.ts'
import { useForgetTasks } from './use-tasks.ts'

/** Adds a task by hand, or changes one. Without a `subject` the person chooses the customer. */
export function TaskDialog({
  task = null,
  subject = null,
  onClose,
}: {
  task?: Task | null
  subject?: TaskSubject | null
  onClose: () => void
}) {
  const account = useAccount()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<TaskValues>({
    defaultValues: {
      title: task?.title ?? '',
      note: task?.note ?? '',
      due_on: task?.due_on ?? account.today,
      customer: null,
      assignee: '',
    },
  })
  const { isSubmitting } = form.formState
  const send = useSending(task, subject, onClose)
  const save = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      await send(values)
    } catch (error) {
      setProblem(showFormErrors(form, error))
    }
  })
  const isNew = task === null
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={isSubmitting}
      title={isNew ? 'New task' : 'Edit task'}
      footer={
        <DialogButtons
          onCancel={onClose}
          label={isNew ? 'Add task' : 'Save task'}
          form="task-form"
          busy={isSubmitting}
        />
      }
    >
      <form id="task-form" onSubmit={save} noValidate className="grid gap-4 sm:grid-cols-2">
        {problem && (
          <Note tone="error" className="sm:col-span-2">
            {problem}
          </Note>
        )}
        <TaskFields form={form} isNew={isNew} asksCustomer={isNew && subject === null} />
      </form>
    </TypedDialog>
  )
}

/** Returns the call that saves the task, with its message. */
function useSending(task: Task | null, subject: TaskSubject | null, onClose: () => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const forget = useForgetTasks()
  return async ({ title, note, due_on, customer, assignee }: TaskValues) => {
    const fields = { title, note, due_on }
    if (task === null)
      await call(contract.worklist.create, {
        params: { account },
        body: {
          ...fields,
          customer: subject?.customer ?? customer?.id ?? '',
          invoices: subject?.invoice === undefined ? [] : [subject.invoice],
          assignee: assignee === '' ? null : assignee,
        },
      })
    else await call(contract.worklist.update, { params: { account, task: task.pk }, body: fields })
    await forget()
    toast({ title: task === null ? 'Task added' : 'Task saved', body: title, tone: 'success' })
    onClose()
  }
}
