import { contract } from '../../../contract/index.ts'
import { ANSWER_NOTE_MAX_LENGTH } from '../../../domain/invoices/answers.ts'
import { useAccount } from '../../session/account-context.ts'
import { usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { type PaymentPromise, useAnswersChanged } from './use-answers.ts'

interface AnsweredInvoice {
  readonly pk: string
  readonly number: string
}

/** Withdraws a promise, so that reminders go on. */
export function WithdrawDialog({
  invoice,
  promise,
  onClose,
}: {
  invoice: AnsweredInvoice
  promise: PaymentPromise
  onClose: () => void
}) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useAnswersChanged(invoice.pk)
  const { form, field, busy, problem } = usePlainForm({
    checks: { note: () => null },
    async send({ note }) {
      await changed(
        await call(contract.answers.withdrawPromise, {
          params: { account, promise: promise.pk },
          body: { note },
        }),
      )
      toast({ title: 'Promise withdrawn', tone: 'success' })
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
      title={`Withdraw the promise to pay ${invoice.number}`}
      description="Reminders resume right away."
      footer={
        <DialogButtons onCancel={onClose} label="Withdraw promise" form="withdraw-promise" busy={busy} />
      }
    >
      <form id="withdraw-promise" {...form} className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <TextField
          label="Why"
          optional
          maxLength={ANSWER_NOTE_MAX_LENGTH}
          autoComplete="off"
          {...field('note')}
        />
      </form>
    </TypedDialog>
  )
}
