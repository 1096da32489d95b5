import { currencyDigits } from '../../../domain/money/money.ts'
import { CONSENT_TEXT } from '../../../domain/payments/auto-payments.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { t } from '../../ui/language/text.ts'
import { CardNumberField, DigitsField, ExpiryField } from './card/card-fields.tsx'
import type { FormField, PaymentOption } from './payer.ts'
import { type Problems, shownFields, type Values } from './payment-values.ts'

/** Autocomplete tokens of fields that browsers and password managers can fill in. */
const AUTOCOMPLETE: Record<string, string> = {
  name_on_card: 'cc-name',
  cvc: 'cc-csc',
  postal_code: 'billing postal-code',
  account_holder: 'name',
}
const DIGITS = new Set(['cvc', 'routing_number', 'account_number'])
const HINTS: Record<string, string> = {
  amount: t('Pay in full or enter a smaller amount.'),
  enable_auto_payments: CONSENT_TEXT,
}

interface FieldsProps {
  readonly option: PaymentOption
  readonly fields: readonly FormField[]
  readonly values: Values
  readonly problems: Problems
  readonly onChange: (name: string, value: string | boolean) => void
}

/** The amount field, above the payment methods. Hidden when only the full amount can be paid. */
export function AmountField({ option, fields, values, problems, onChange }: FieldsProps) {
  if (!shownFields(option, fields).some((field) => field.name === 'amount')) return null
  return (
    <MoneyField
      label={t('Amount')}
      name="amount"
      hint={HINTS.amount}
      error={problems.amount}
      decimals={currencyDigits(option.currency)}
      currency={option.currency}
      value={String(values.amount ?? '')}
      onChange={(value) => onChange('amount', value)}
    />
  )
}

/** All other fields that the server described, in order; two short ones share a row. */
export function PaymentFields(props: FieldsProps) {
  const fields = shownFields(props.option, props.fields).filter(
    // The expiry's year is in the field of its month.
    ({ name }) => name !== 'amount' && name !== 'method' && name !== 'expiration_year',
  )
  return (
    <div className="grid grid-cols-6 gap-x-3 gap-y-4">
      {fields.map((field) => (
        <div key={field.name} className={spanOf(field)}>
          <OneField {...props} field={field} />
        </div>
      ))}
    </div>
  )
}

function spanOf(field: FormField): string {
  if (field.name === 'expiration_month' || field.name === 'cvc') return 'col-span-3 min-w-0'
  return DIGITS.has(field.name) ? 'col-span-6 sm:col-span-3' : 'col-span-6'
}

function OneField({ field, values, problems, onChange }: FieldsProps & { field: FormField }) {
  const value = values[field.name]
  const error = problems[field.name]
  if (field.type === 'boolean') {
    return (
      <Checkbox
        label={field.label}
        description={field.read_only ? undefined : HINTS[field.name]}
        checked={value === true}
        disabled={field.read_only}
        onChange={(event) => onChange(field.name, event.target.checked)}
      />
    )
  }
  const shared = {
    label: field.label,
    error,
    disabled: field.read_only,
  }
  const kept = { ...shared, values, onChange }
  const autoComplete = AUTOCOMPLETE[field.name] ?? 'off'
  if (field.name === 'number') return <CardNumberField {...kept} />
  if (field.name === 'expiration_month') return <ExpiryField {...kept} label={t('Expiration date')} />
  if (DIGITS.has(field.name)) return <DigitsField {...kept} name={field.name} autoComplete={autoComplete} />
  if (field.type === 'choice') {
    const blank = value === '' ? [{ value: '', label: t('Choose') }] : []
    return (
      <Select
        {...shared}
        options={[
          ...blank,
          ...(field.choices ?? []).map((choice) => ({
            value: choice.value,
            label: choice.display_name,
          })),
        ]}
        name={field.name}
        autoComplete={autoComplete}
        value={String(value ?? '')}
        onChange={(event) => onChange(field.name, event.target.value)}
      />
    )
  }
  return (
    <TextField
      {...shared}
      name={field.name}
      autoComplete={autoComplete}
      inputMode={field.type === 'integer' ? 'numeric' : field.type === 'decimal' ? 'decimal' : undefined}
      required={field.required}
      value={String(value ?? '')}
      onChange={(event) => onChange(field.name, event.target.value)}
    />
  )
}
