import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { contract } from '../../../contract/index.ts'
import {
  ANSWER_TEXT_MAX_LENGTH,
  DISPUTE_REASON_TEXTS,
  DISPUTE_REASONS,
  type DisputeReason,
} from '../../../domain/invoices/answers.ts'
import { currencyDigits } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { showFormErrors } from '../../session/forms/form-errors.ts'
import { useCall } from '../../session/session-context.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { useAnswersChanged } from './use-answers.ts'

const REASONS = DISPUTE_REASONS.map((value) => ({ value, label: DISPUTE_REASON_TEXTS[value] }))

/** Records that a customer says that something is wrong with an invoice. */
export function DisputeDialog({
  invoice,
  onClose,
}: {
  invoice: { readonly pk: string; readonly number: string; readonly currency: string }
  onClose: () => void
}) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useAnswersChanged(invoice.pk)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<{ reason: DisputeReason; amount: string; text: string }>({
    defaultValues: { reason: 'wrong_amount', amount: '', text: '' },
  })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async ({ reason, amount, text }) => {
    setProblem(null)
    try {
      const answers = await call(contract.answers.recordDispute, {
        params: { account, invoice: invoice.pk },
        body: { reason, text, amount: amount === '' ? null : amount },
      })
      await changed(answers)
      toast({ title: 'Dispute recorded', tone: 'success' })
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
      title={`Dispute of ${invoice.number}`}
      description="Reminders and automatic payments wait until you resolve it."
      footer={
        <DialogButtons onCancel={onClose} label="Record dispute" form="record-dispute" busy={isSubmitting} />
      }
    >
      <form id="record-dispute" onSubmit={save} noValidate className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <Select
          label="Reason"
          options={REASONS}
          error={errors.reason?.message}
          {...form.register('reason')}
        />
        <Controller
          control={form.control}
          name="amount"
          render={({ field }) => (
            <MoneyField
              label="Amount"
              optional
              hint="Leave empty for the whole invoice. We still send reminders for the rest."
              currency={invoice.currency}
              decimals={currencyDigits(invoice.currency)}
              error={errors.amount?.message}
              {...field}
            />
          )}
        />
        <TextArea
          label="What the customer says"
          optional
          maxLength={ANSWER_TEXT_MAX_LENGTH}
          error={errors.text?.message}
          {...form.register('text')}
        />
      </form>
    </TypedDialog>
  )
}
