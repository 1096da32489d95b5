import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
import type { Task } from '../../../contract/worklist/worklist.ts'
import { addDays, formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { showFormErrors } from '../../session/forms/form-errors.ts'
import { useCall } from '../../session/session-context.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { useForgetTasks } from './use-tasks.ts'

const WEEK = 7

/** Hides a task until a day, with a note for colleagues. */
export function SnoozeDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const forget = useForgetTasks()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ defaultValues: { until: addDays(account.today, WEEK), note: task.snooze_note } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async (body) => {
    setProblem(null)
    try {
      await call(contract.worklist.snooze, { params: { account: account.pk, task: task.pk }, body })
      await forget()
      const day = formatDate(body.until, account.date_format)
      toast({ title: `Task snoozed until ${day}`, body: task.title, tone: 'success' })
      onClose()
    } catch (error) {
      setProblem(showFormErrors(form, error))
    }
  })
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={isSubmitting}
      size="sm"
      title={`Snooze: ${task.title}`}
      footer={<DialogButtons onCancel={onClose} label="Snooze task" form="snooze-task" busy={isSubmitting} />}
    >
      <form id="snooze-task" onSubmit={save} noValidate className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <Controller
          control={form.control}
          name="until"
          rules={{ required: 'Enter a date.' }}
          render={({ field }) => (
            <DateField
              label="Until"
              min={addDays(account.today, 1)}
              formatDate={(date) => formatDate(date, account.date_format)}
              error={errors.until?.message}
              {...field}
            />
          )}
        />
        <TextField
          label="Note"
          optional
          placeholder="They are on holiday"
          autoComplete="off"
          error={errors.note?.message}
          {...form.register('note')}
        />
      </form>
    </TypedDialog>
  )
}
