import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
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

const WEEK = 7

/** A flow, customer or invoice whose reminders are paused. `name` is shown, such as an invoice's number. */
export interface PauseSubject {
  readonly scope: 'flow' | 'customer' | 'invoice'
  readonly pk: string
  readonly name: string
}

/** Pauses reminders of a flow, a customer or an invoice until a day, with a note for colleagues. */
export function PauseRemindersDialog({
  subject: { scope, pk, name },
  onClose,
  onPaused,
}: {
  subject: PauseSubject
  onClose: () => void
  onPaused: () => Promise<void>
}) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ defaultValues: { until: addDays(account.today, WEEK), note: '' } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async ({ until, note }) => {
    setProblem(null)
    try {
      await call(contract.reminders.pause, {
        params: { account: account.pk },
        body: { scope, subject: pk, until: until === '' ? null : until, note },
      })
      await onPaused()
      toast({ title: `Reminders of ${name} paused`, tone: 'success' })
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
      title={`Pause reminders of ${name}`}
      footer={
        <DialogButtons
          onCancel={onClose}
          label="Pause reminders"
          form="pause-reminders"
          busy={isSubmitting}
        />
      }
    >
      <form id="pause-reminders" onSubmit={save} noValidate className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <Controller
          control={form.control}
          name="until"
          render={({ field }) => (
            <DateField
              label="Until"
              optional
              hint="Empty pauses until you resume."
              formatDate={(date) => formatDate(date, account.date_format)}
              error={errors.until?.message}
              {...field}
            />
          )}
        />
        <TextField label="Note" optional error={errors.note?.message} {...form.register('note')} />
      </form>
    </TypedDialog>
  )
}
