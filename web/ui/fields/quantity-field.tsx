import { DecimalInput, type DecimalInputProps } from './decimal-field.tsx'
import { Field, type FieldProps } from './field.tsx'

/** A quantity or rate as a decimal string, with up to `decimals` digits after the point and no padding. */
export function QuantityField({
  label,
  hint,
  error,
  labelHidden,
  optional,
  aside,
  className,
  decimals = 4,
  negative,
  suffix,
  ...rest
}: FieldProps &
  Omit<DecimalInputProps, 'format' | 'pad' | 'prefix'> & {
    decimals?: number | undefined
    negative?: boolean | undefined
  }) {
  return (
    <Field {...{ label, hint, error, labelHidden, optional, aside, className }}>
      <DecimalInput {...rest} format={{ decimals, negative }} pad={0} suffix={suffix} />
    </Field>
  )
}
