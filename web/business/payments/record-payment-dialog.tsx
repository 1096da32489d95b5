import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { checkPaymentAmount } from '../../../domain/money/amount-check.ts'
import { displayAmount, formatAmount, parseAmount } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { wordsOf } from '../../ui/language/words-of.ts'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { ManualFields, type ManualValues } from '../recorded-payments/manual-fields.tsx'
import { ReceiptChoice } from '../recorded-payments/receipt-choice.tsx'
import { customerOutcome } from '../recorded-payments/record-outcome.ts'
import { useRecordPayment } from '../recorded-payments/use-record-payment.ts'
import { useRecordedToast } from '../recorded-payments/use-recorded-toast.ts'
import { ChosenInvoices, sharesOf, sumOfChosen, usePayableInvoices } from './chosen-invoices.tsx'

interface Recorded {
  readonly pk: string
}

/**
 * Records a manual payment. It settles the customer's oldest invoices first; the excess becomes unapplied
 * credit.
 */
export function RecordPaymentDialog({
  customer,
  onClose,
  onRecorded,
}: {
  customer: { pk: string; short_name: string } | null
  onClose: () => void
  onRecorded: (payment: Recorded) => void
}) {
  const account = useAccount()
  const call = useCall()
  const [payer, setPayer] = useState(customer ? { id: customer.pk, label: customer.short_name } : null)
  const [values, setValues] = useState(() => blankValues(account.today))
  const owed = useQuery({
    queryKey: [account.pk, 'customer', payer?.id],
    queryFn: ({ signal }) =>
      call(contract.customers.read, { params: { account: account.pk, customer: payer!.id } }, { signal }),
    enabled: payer !== null,
  })
  const recording = useRecording((saved) => {
    onRecorded(saved)
    onClose()
  })
  const currency = owed.data?.currency ?? account.currency
  const invoices = usePayableInvoices(payer?.id ?? null, currency)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next)
    const sum = sumOfChosen(invoices, next, currency)
    setValues({ ...values, total: sum > 0n ? formatAmount(sum, currency) : '' })
  }
  const checked = checkPaymentAmount(values.total, { currency, required: true })
  const minor = checked.ok ? checked.minor : null
  const failure = recording.error
  const fields = failure instanceof ApiError ? failure.fields : {}
  const field = (name: string): string | undefined =>
    fields[name]?.join(' ') ??
    (name === 'total' && values.total !== '' && !checked.ok ? wordsOf(checked.text) : undefined)
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={recording.isPending}
      title="Record payment"
      description="Applied to the invoices that you choose, or to the oldest first. Anything left over becomes credit."
      footer={
        <DialogButtons
          onCancel={onClose}
          label={minor === null ? 'Record payment' : `Record ${displayAmount(minor, currency)}`}
          busy={recording.isPending}
          disabled={payer === null || minor === null || owed.isLoading}
          onPress={() =>
            payer &&
            minor !== null &&
            recording.mutate({
              payer,
              email: owed.data?.email ?? '',
              values,
              invoices: sharesOf(invoices, chosen, minor, currency),
            })
          }
        />
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {failure && Object.keys(fields).length === 0 && (
          <Note tone="error" className="sm:col-span-2">
            {actionErrorText(failure)}
          </Note>
        )}
        <CustomerChoice
          payer={payer}
          onChange={(next) => {
            setPayer(next)
            setChosen(new Set())
          }}
          owed={owed.data}
          error={field('customer')}
        />
        <ChosenInvoices invoices={invoices} chosen={chosen} onChange={choose} />
        <ManualFields values={values} onChange={setValues} currency={currency} errorOf={field} />
        {owed.data && (
          <ReceiptChoice
            email={owed.data.email}
            checked={values.email_receipt}
            onChange={(email_receipt) => setValues({ ...values, email_receipt })}
            error={field('email_receipt')}
          />
        )}
        {payer && owed.data && minor !== null && (
          <p className="text-ink-2 sm:col-span-2" aria-live="polite">
            {customerOutcome(payer.label, owedOf(owed.data), minor)}
          </p>
        )}
      </div>
    </TypedDialog>
  )
}

const blankValues = (today: string): ManualValues => ({
  type: 'check',
  total: '',
  received_on: today,
  reference: '',
  email_receipt: true,
})

function useRecording(onRecorded: (payment: Recorded) => void) {
  const account = useAccount()
  const report = useRecordedToast()
  const queries = useQueryClient()
  const record = useRecordPayment()
  return useSingleMutation({
    mutationFn: ({
      payer,
      email,
      values,
      invoices,
    }: {
      payer: PayerChoice
      email: string
      values: ManualValues
      invoices: { invoice: string; amount: string }[] | undefined
    }) =>
      record({
        ...(invoices && { invoices }),
        customer: payer.id,
        ...values,
        email_receipt: values.email_receipt && email !== '',
      }),
    onSuccess: async (saved, { payer }) => {
      await queries.invalidateQueries({ queryKey: [account.pk] })
      report(saved, `From ${payer.label}`)
      onRecorded(saved)
    },
  })
}

function owedOf(customer: { balance: string; in_flight: string; currency: string }) {
  const minorOf = (amount: string): bigint => {
    const parsed = parseAmount(amount, customer.currency)
    return parsed.ok ? parsed.minor : 0n
  }
  return {
    currency: customer.currency,
    owedMinor: minorOf(customer.balance),
    underWayMinor: minorOf(customer.in_flight),
  }
}

interface PayerChoice {
  id: string
  label: string
}

function CustomerChoice({
  payer,
  onChange,
  owed,
  error,
}: {
  payer: PayerChoice | null
  onChange: (payer: PayerChoice | null) => void
  owed: { balance: string; currency: string; open_invoices_count: number } | undefined
  error: string | undefined
}) {
  const account = useAccount()
  const call = useCall()
  return (
    <Combobox
      className="sm:col-span-2"
      label="Customer"
      value={payer}
      onChange={onChange}
      error={error}
      hint={
        owed &&
        `Owes ${moneyText(owed.balance, owed.currency)} on ${owed.open_invoices_count === 1 ? '1 invoice' : `${owed.open_invoices_count} invoices`}`
      }
      load={async (search, signal) => {
        const found = await call(
          contract.customers.list,
          { params: { account: account.pk }, query: { search, page_size: '20' } },
          { signal },
        )
        return found.results.map((row) => ({ id: row.pk, label: row.short_name }))
      }}
    />
  )
}
