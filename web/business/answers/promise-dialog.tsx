import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
import { addDays, formatDate } from '../../../domain/dates/calendar.ts'
import { ANSWER_NOTE_MAX_LENGTH } from '../../../domain/invoices/answers.ts'
import { currencyDigits } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { showFormErrors } from '../../session/forms/form-errors.ts'
import { useCall } from '../../session/session-context.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { useAnswersChanged } from './use-answers.ts'

const WEEK = 7

/** Records what a customer promised, for example on the phone. */
export function PromiseDialog({
  invoice,
  onClose,
}: {
  invoice: { readonly pk: string; readonly number: string; readonly currency: string }
  onClose: () => void
}) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useAnswersChanged(invoice.pk)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ defaultValues: { promised_on: addDays(account.today, WEEK), amount: '', note: '' } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async ({ promised_on, amount, note }) => {
    setProblem(null)
    try {
      const answers = await call(contract.answers.recordPromise, {
        params: { account: account.pk, invoice: invoice.pk },
        body: { promised_on, amount: amount === '' ? null : amount, note },
      })
      await changed(answers)
      toast({ title: 'Promise recorded', tone: 'success' })
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
      title={`Promise to pay ${invoice.number}`}
      description="Reminders wait until the day has passed."
      footer={
        <DialogButtons onCancel={onClose} label="Record promise" form="record-promise" busy={isSubmitting} />
      }
    >
      <form id="record-promise" onSubmit={save} noValidate className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <Controller
          control={form.control}
          name="promised_on"
          render={({ field }) => (
            <DateField
              label="Day"
              min={account.today}
              formatDate={(date) => formatDate(date, account.date_format)}
              error={errors.promised_on?.message}
              {...field}
            />
          )}
        />
        <Controller
          control={form.control}
          name="amount"
          render={({ field }) => (
            <MoneyField
              label="Amount"
              optional
              hint="Leave empty for the full amount owed."
              currency={invoice.currency}
              decimals={currencyDigits(invoice.currency)}
              error={errors.amount?.message}
              {...field}
            />
          )}
        />
        <TextField
          label="Note"
          optional
          maxLength={ANSWER_NOTE_MAX_LENGTH}
          autoComplete="off"
          error={errors.note?.message}
          {...form.register('note')}
        />
      </form>
    </TypedDialog>
  )
}
