import { formatDate } from '../../../domain/dates/calendar.ts'
import { currencyDigits } from '../../../domain/money/money.ts'
import { MANUAL_TYPES } from '../../../domain/payments/manual-payment.ts'
import { useAccount } from '../../session/account-context.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

type ManualType = keyof typeof MANUAL_TYPES

/** Form values of a manual payment. */
export interface ManualValues {
  readonly type: ManualType
  readonly total: string
  readonly received_on: string
  readonly reference: string
  readonly email_receipt: boolean
}

interface ManualFieldsProps {
  values: ManualValues
  onChange: (values: ManualValues) => void
  currency: string
  errorOf: (name: string) => string | undefined
}

/** Fields for the amount, method, date and reference of a manual payment. */
export function ManualFields({ values, onChange, currency, errorOf }: ManualFieldsProps) {
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
        label="Payment method"
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
        optional
        hint="Check or transfer number"
        maxLength={100}
        value={values.reference}
        error={errorOf('reference')}
        onChange={(event) => onChange({ ...values, reference: event.target.value })}
      />
    </>
  )
}
