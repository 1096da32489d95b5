import { readExpiry, writeExpiry } from '../../../../domain/payments/card-expiry.ts'
import { brandOf, groupCardNumber } from '../../../../domain/payments/card-number.ts'
import { endOfDigits, FormattedInput, type FormattedInputProps } from '../../../ui/fields/formatted-input.tsx'
import { inField } from '../../../ui/fields/in-field.tsx'
import { t } from '../../../ui/language/text.ts'
import { EXPIRY, type Values } from '../payment-values.ts'

const FormattedField = inField<FormattedInputProps>(FormattedInput)

interface Props {
  readonly label: string
  readonly error: string | undefined
  readonly disabled: boolean
  readonly values: Values
  readonly onChange: (name: string, value: string) => void
}

/** A card number in groups as it is printed, with the brand that its first digits tell. */
export function CardNumberField({ values, onChange, ...rest }: Props) {
  const number = String(values.number ?? '')
  const brand = brandOf(number.replaceAll(' ', ''))
  return (
    <FormattedField
      {...rest}
      name="number"
      autoComplete="cc-number"
      placeholder="1234 1234 1234 1234"
      required
      className="num"
      value={number}
      onChange={(value) => onChange('number', value)}
      format={groupCardNumber}
      suffix={
        <span aria-live="polite" className="text-13 font-medium whitespace-nowrap text-ink-2">
          {brand !== 'Card' && brand}
        </span>
      }
    />
  )
}

/** Month and year of a card in one field. The call still has them apart, as the server describes them. */
export function ExpiryField({ values, onChange, ...rest }: Props) {
  const kept = [values.expiration_month, String(values.expiration_year ?? '').slice(2)]
  return (
    <FormattedField
      {...rest}
      name="expiration_month"
      autoComplete="cc-exp"
      placeholder={t('MM / YY')}
      required
      className="num"
      value={String(values[EXPIRY] ?? (kept[0] ? kept.join(' / ') : ''))}
      onChange={(text) => {
        const read = readExpiry(text)
        onChange(EXPIRY, text)
        onChange('expiration_year', read?.year ?? '')
        onChange('expiration_month', read?.month ?? '')
      }}
      format={writeExpiry}
      formatDeleted={withoutEnd}
    />
  )
}

/** Digits without any separator: a security code, a routing or an account number. */
export function DigitsField({
  name,
  values,
  onChange,
  ...rest
}: Props & { name: string; autoComplete?: string | undefined }) {
  return (
    <FormattedField
      {...rest}
      name={name}
      required
      className="num"
      value={String(values[name] ?? '')}
      onChange={(value) => onChange(name, value)}
      format={(text) => text.replace(/\D/g, '')}
    />
  )
}

/** Removes a separator that a deletion left at the end. */
const withoutEnd = (text: string): string => text.slice(0, endOfDigits(text))
