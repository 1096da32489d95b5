import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { checkPaymentAmount } from '../../../domain/amount-check.ts'
import { formatDate } from '../../../domain/calendar.ts'
import { MANUAL_TYPES } from '../../../domain/manual-payment.ts'
import { currencyDigits, displayAmount, parseAmount } from '../../../domain/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError } from '../../session/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { moneyText } from '../../ui/money-text.ts'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { TypedDialog } from '../../ui/typed-dialog.tsx'
import { newRequestId } from '../request-id.ts'

interface Recorded {
  readonly pk: string
}
type ManualType = keyof typeof MANUAL_TYPES

/** Records money that arrived by another way. It settles the customer's oldest invoices first; what is over becomes credit. */
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
  const toast = useToast()
  const queries = useQueryClient()
  const requestId = useMemo(newRequestId, [])
  const [payer, setPayer] = useState(customer ? { id: customer.pk, label: customer.short_name } : null)
  const [values, setValues] = useState<ManualValues>({
    type: 'check',
    total: '',
    received_on: account.today,
    reference: '',
  })
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const owed = useQuery({
    queryKey: [account.pk, 'customer', payer?.id],
    queryFn: ({ signal }) =>
      call(contract.customers.read, { params: { account: account.pk, customer: payer!.id } }, { signal }),
    enabled: payer !== null,
  })
  const currency = owed.data?.currency ?? account.currency
  const checked = checkPaymentAmount(values.total, { currency, required: true })
  const minor = checked.ok ? checked.minor : null
  const field = (name: string): string | undefined =>
    failure?.fields[name]?.join(' ') ??
    (name === 'total' && values.total !== '' && !checked.ok ? checked.text : undefined)
  const save = async (): Promise<void> => {
    if (busy || payer === null) return
    setBusy(true)
    setFailure(null)
    try {
      const saved = await call(contract.payments.record, {
        params: { account: account.pk },
        body: { customer: payer.id, ...values, request_id: requestId },
      })
      await queries.invalidateQueries({ queryKey: [account.pk] })
      toast({
        title: 'Payment recorded',
        body: `${moneyText(saved.total, saved.total_currency)} from ${payer.label}`,
        tone: 'success',
      })
      onRecorded(saved)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={busy}
      title="Record payment"
      description="It settles the customer's oldest invoices first. What is over stays as their credit."
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} disabled={payer === null || minor === null} onClick={save}>
            {minor === null ? 'Record payment' : `Record ${displayAmount(minor, currency)}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {failure && Object.keys(failure.fields).length === 0 && (
          <Note tone="error" className="sm:col-span-2">
            {failure.message}
          </Note>
        )}
        <CustomerChoice payer={payer} onChange={setPayer} owed={owed.data} error={field('customer')} />
        <ManualFields values={values} onChange={setValues} currency={currency} errorOf={field} />
        {payer && owed.data && minor !== null && (
          <p className="text-ink-2 sm:col-span-2" aria-live="polite">
            {outcomeText(payer.label, owed.data, minor)}
          </p>
        )}
      </div>
    </TypedDialog>
  )
}

/** Says before what recording will do. */
function outcomeText(payer: string, owed: { balance: string; currency: string }, minor: bigint): string {
  const balance = parseAmount(owed.balance, owed.currency)
  const owedMinor = balance.ok ? balance.minor : 0n
  const text = (amount: bigint): string => displayAmount(amount, owed.currency)
  if (minor < owedMinor) return `${payer} will owe ${text(owedMinor - minor)}.`
  if (minor === owedMinor) return `${payer} will owe nothing more.`
  return `${payer} will owe nothing more, and ${text(minor - owedMinor)} stays as their credit.`
}

interface ManualValues {
  type: ManualType
  total: string
  received_on: string
  reference: string
}

function ManualFields({
  values,
  onChange,
  currency,
  errorOf,
}: {
  values: ManualValues
  onChange: (values: ManualValues) => void
  currency: string
  errorOf: (name: string) => string | undefined
}) {
  const { date_format } = useAccount()
  return (
    <>
      <MoneyField
        label="Amount"
        currency={currency}
        decimals={currencyDigits(currency)}
        value={values.total}
        onChange={(total) => onChange({ ...values, total })}
        error={errorOf('total')}
      />
      <Select
        label="Paid by"
        options={Object.entries(MANUAL_TYPES).map(([value, label]) => ({ value, label }))}
        value={values.type}
        error={errorOf('type')}
        onChange={(event) => onChange({ ...values, type: event.target.value as ManualType })}
      />
      <DateField
        label="Received on"
        value={values.received_on}
        formatDate={(iso) => formatDate(iso, date_format)}
        onChange={(received_on) => onChange({ ...values, received_on })}
        error={errorOf('received_on')}
      />
      <TextField
        label="Reference"
        hint="A cheque or transfer number."
        value={values.reference}
        error={errorOf('reference')}
        onChange={(event) => onChange({ ...values, reference: event.target.value })}
      />
    </>
  )
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
