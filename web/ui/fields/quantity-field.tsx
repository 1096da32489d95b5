import { DecimalInput, type DecimalInputProps } from './decimal-field.tsx'
import { inField } from './in-field.tsx'

type QuantityInputProps = Omit<DecimalInputProps, 'format' | 'pad' | 'prefix'> & {
  decimals?: number | undefined
  negative?: boolean | undefined
}

const QuantityInput = ({ decimals = 4, negative, ...rest }: QuantityInputProps) => (
  <DecimalInput {...rest} format={{ decimals, negative }} pad={0} />
)

/** A quantity or rate as a decimal string, with up to `decimals` digits after the point and no padding. */
export const QuantityField = inField(QuantityInput)
