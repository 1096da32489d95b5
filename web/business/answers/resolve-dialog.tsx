import { contract } from '../../../contract/index.ts'
import { ANSWER_TEXT_MAX_LENGTH } from '../../../domain/invoices/answers.ts'
import { useAccount } from '../../session/account-context.ts'
import { usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { type Dispute, useAnswersChanged } from './use-answers.ts'

interface AnsweredInvoice {
  readonly pk: string
  readonly number: string
}

/** Resolves a dispute, so that reminders and automatic payments continue. */
export function ResolveDialog({
  invoice,
  dispute,
  onClose,
}: {
  invoice: AnsweredInvoice
  dispute: Dispute
  onClose: () => void
}) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useAnswersChanged(invoice.pk)
  const { form, field, busy, problem } = usePlainForm({
    checks: { resolution: (typed) => (typed.trim() === '' ? 'Say how it was resolved.' : null) },
    async send({ resolution }) {
      await changed(
        await call(contract.answers.resolveDispute, {
          params: { account, dispute: dispute.pk },
          body: { resolution },
        }),
      )
      toast({ title: 'Dispute resolved', tone: 'success' })
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
      title={`Resolve the dispute of ${invoice.number}`}
      description="Reminders and automatic payments resume."
      footer={<DialogButtons onCancel={onClose} label="Resolve dispute" form="resolve-dispute" busy={busy} />}
    >
      <form id="resolve-dispute" {...form} className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <TextField
          label="How it was resolved"
          maxLength={ANSWER_TEXT_MAX_LENGTH}
          autoComplete="off"
          {...field('resolution')}
        />
      </form>
    </TypedDialog>
  )
}
