import { DecimalInput, type DecimalInputProps } from './decimal-field.tsx'
import { Field, type FieldProps } from './field.tsx'

export type MoneyFieldProps = FieldProps &
  Omit<DecimalInputProps, 'format' | 'pad' | 'prefix' | 'suffix'> & {
    /** Digits of the currency's minor unit: 2 for USD, 0 for JPY. */
    decimals?: number | undefined
    /** '$', shown before the amount. */
    symbol?: string | undefined
    /** 'USD', shown after the amount. */
    currency?: string | undefined
    negative?: boolean | undefined
  }

/** An amount of money as a decimal string; grouped and padded on blur, and never a float. */
export function MoneyField({
  label,
  hint,
  error,
  labelHidden,
  optional,
  aside,
  className,
  decimals = 2,
  symbol,
  currency,
  negative,
  ...rest
}: MoneyFieldProps) {
  return (
    <Field {...{ label, hint, error, labelHidden, optional, aside, className }}>
      <DecimalInput
        {...rest}
        format={{ decimals, negative }}
        pad={decimals}
        prefix={symbol}
        suffix={currency}
      />
    </Field>
  )
}
