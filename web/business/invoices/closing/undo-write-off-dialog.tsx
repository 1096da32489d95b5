import { moneyText } from '../../../ui/text/money-text.ts'
import { ConfirmAction } from '../../layout/confirm-action.tsx'
import type { Invoice } from '../invoice-look.ts'
import { useUndoWriteOff } from './use-undo-write-off.ts'

/** Undoes a write-off after explaining the effect. */
export function UndoWriteOffDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const undo = useUndoWriteOff(invoice, { onDone: onClose })
  const amount = moneyText(invoice.written_off, invoice.currency)
  return (
    <ConfirmAction
      title={`Undo the write-off of ${invoice.number}`}
      label={`Undo write-off of ${amount}`}
      action={undo}
      onClose={onClose}
      danger={false}
    >
      <p>
        {invoice.customer.short_name} owes {amount} on {invoice.number} again. Its pay links work again until
        they expire, and reminders and late fees resume.
      </p>
      <p>The ledger keeps the write-off and adds an opposite entry, dated today.</p>
    </ConfirmAction>
  )
}
