import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkPaymentAmount } from '../../../domain/money/amount-check.ts'
import { displayAmount, formatAmount, smallerMinor } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { wordsOf } from '../../ui/language/words-of.ts'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { minorOf } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { ManualFields, type ManualValues } from '../recorded-payments/manual-fields.tsx'
import { ReceiptChoice } from '../recorded-payments/receipt-choice.tsx'
import { invoiceOutcome } from '../recorded-payments/record-outcome.ts'
import { useRecordPayment } from '../recorded-payments/use-record-payment.ts'
import { useRecordedToast } from '../recorded-payments/use-recorded-toast.ts'
import type { Invoice } from './invoice-look.ts'
import { invoiceQuery, useInvoiceChanged } from './invoice-query.ts'

/** Records a manual payment for one invoice. The excess becomes the customer's unapplied credit. */
export function RecordInvoicePaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const account = useAccount()
  const owed = {
    currency: invoice.currency,
    owedMinor: minorOf(invoice.remaining, invoice.currency),
    underWayMinor: minorOf(invoice.in_flight, invoice.currency),
  }
  const payable = owed.owedMinor - owed.underWayMinor
  const [values, setValues] = useState<ManualValues>({
    type: 'check',
    total: formatAmount(payable, invoice.currency),
    received_on: account.today,
    reference: '',
    email_receipt: invoice.customer.email !== '',
  })
  const checked = checkPaymentAmount(values.total, { currency: invoice.currency, required: true })
  const minor = checked.ok ? checked.minor : null
  const recording = useRecording(invoice, payable, onClose)
  const failure = recording.error instanceof ApiError ? recording.error : null
  const field = (name: string): string | undefined => failure?.fields[name]?.join(' ')
  const placed = ['total', 'type', 'received_on', 'reference', 'email_receipt'].some(
    (name) => field(name) !== undefined,
  )
  const shown = minor === null ? '' : ` ${displayAmount(minor, invoice.currency)}`
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={recording.isPending}
      title="Record payment"
      description={`${invoice.number} · ${invoice.customer.short_name} · ${displayAmount(payable, invoice.currency)} due`}
      footer={
        <DialogButtons
          onCancel={onClose}
          label={`Record${shown}`}
          busy={recording.isPending}
          disabled={minor === null}
          onPress={() => minor !== null && recording.mutate({ ...values, minor })}
        />
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {recording.error && !placed && (
          <Note tone="error" className="sm:col-span-2">
            {actionErrorText(recording.error)}
          </Note>
        )}
        <ManualFields
          values={values}
          onChange={setValues}
          currency={invoice.currency}
          errorOf={(name) =>
            field(name) ?? (name === 'total' && !checked.ok ? wordsOf(checked.text) : undefined)
          }
        />
        <ReceiptChoice
          email={invoice.customer.email}
          checked={values.email_receipt}
          onChange={(email_receipt) => setValues({ ...values, email_receipt })}
          error={field('email_receipt')}
        />
        {minor !== null && (
          <p className="text-ink-2 sm:col-span-2" aria-live="polite">
            {invoiceOutcome({ number: invoice.number, payer: invoice.customer.short_name }, owed, minor)}
          </p>
        )}
      </div>
    </TypedDialog>
  )
}

function useRecording(invoice: Invoice, payable: bigint, onClose: () => void) {
  const account = useAccount()
  const call = useCall()
  const report = useRecordedToast()
  const queries = useQueryClient()
  const changed = useInvoiceChanged()
  const record = useRecordPayment()
  const amountOf = (minor: bigint): string => formatAmount(minor, invoice.currency)
  return useSingleMutation({
    mutationFn: ({ minor, ...values }: ManualValues & { minor: bigint }) =>
      record({
        ...values,
        customer: invoice.customer.pk,
        total: amountOf(minor),
        invoices: [{ invoice: invoice.pk, amount: amountOf(smallerMinor(minor, payable)) }],
      }),
    onSuccess: async (saved) => {
      report(saved, `From ${invoice.customer.short_name} for ${invoice.number}`)
      onClose()
      await changed(await queries.fetchQuery({ ...invoiceQuery(call, account.pk, invoice.pk), staleTime: 0 }))
    },
  })
}
