import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { ConfirmAction } from '../../layout/confirm-action.tsx'
import type { Invoice } from '../invoice-look.ts'
import { useDraftDeleted, useInvoiceChanged } from '../invoice-query.ts'
import { useUndoWriteOff } from './use-undo-write-off.ts'

type Way = 'void' | 'writeOff' | 'remove'

interface Words {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly done: string
  readonly summary: string
}

function wordsOf(invoice: Invoice, way: Way): Words {
  const { number, customer } = invoice
  const remaining = moneyText(invoice.remaining, invoice.currency)
  const total = moneyText(invoice.total, invoice.currency)
  if (way === 'remove') {
    return {
      title: `Delete draft ${number}`,
      text: `This permanently deletes the ${total} draft for ${customer.short_name}.`,
      button: 'Delete draft',
      done: 'Draft deleted',
      summary: `${number}, ${total} for ${customer.short_name}`,
    }
  }
  if (way === 'void') {
    return {
      title: `Void ${number}`,
      text: `${customer.short_name} no longer owes ${remaining} on ${number}, and its pay links stop working. The invoice stays on record as void. This can’t be undone.`,
      button: `Void ${number}`,
      done: 'Invoice voided',
      summary: `${customer.short_name} no longer owes ${remaining} on ${number}.`,
    }
  }
  return {
    title: `Write off ${number}`,
    text: `This books the ${remaining} that ${customer.short_name} still owes on ${number} as a loss, and its pay links stop working. You can undo it later.`,
    button: `Write off ${remaining}`,
    done: 'Invoice written off',
    summary: `${remaining} of ${number}, owed by ${customer.short_name}`,
  }
}

/** Voids an invoice, writes off its remaining amount, or deletes a draft. Explains the effect first. */
export function CloseDialog({ invoice, way, onClose }: { invoice: Invoice; way: Way; onClose: () => void }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const navigate = useNavigateTo()
  const changed = useInvoiceChanged()
  const deleted = useDraftDeleted()
  const undo = useUndoWriteOff(invoice, {
    onError: (error) =>
      toast({ title: 'We couldn’t undo the write-off', body: actionErrorText(error), tone: 'error' }),
  })
  const [reason, setReason] = useState('')
  const words = wordsOf(invoice, way)
  const params = { account: account.pk, invoice: invoice.pk }
  const closing = useSingleMutation({
    mutationFn: async () => {
      if (way !== 'remove') return call(contract.invoices[way], { params, body: { reason } })
      await call(contract.invoices.remove, { params })
      return null
    },
    onSuccess: async (closed) => {
      toast({
        title: words.done,
        body: words.summary,
        tone: 'success',
        ...(closed?.can.undo_write_off && { action: { label: 'Undo', onPress: () => undo.mutate() } }),
      })
      onClose()
      if (closed) return changed(closed)
      navigate('/invoices')
      await deleted(invoice.pk)
    },
  })
  return (
    <ConfirmAction title={words.title} label={words.button} action={closing} onClose={onClose}>
      <p>{words.text}</p>
      {invoice.payment_plan && (
        <p>
          {way === 'writeOff'
            ? 'Its installments in the payment plan count as settled. Those for other invoices stay as they are.'
            : 'It leaves its payment plan. Installments for other invoices stay as they are.'}
        </p>
      )}
      {way !== 'remove' && (
        <TextField
          label="Reason"
          optional
          hint="Kept in the invoice’s history."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          className="mt-2"
        />
      )}
    </ConfirmAction>
  )
}
