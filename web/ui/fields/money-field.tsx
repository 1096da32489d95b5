import { DecimalInput, type DecimalInputProps } from './decimal-field.tsx'
import { inField } from './in-field.tsx'

type MoneyInputProps = Omit<DecimalInputProps, 'format' | 'pad' | 'prefix' | 'suffix'> & {
  /** Digits of the currency's minor unit: 2 for USD, 0 for JPY. */
  decimals?: number | undefined
  /** '$', shown before the amount. */
  symbol?: string | undefined
  /** 'USD', shown after the amount. */
  currency?: string | undefined
  negative?: boolean | undefined
}

const MoneyInput = ({ decimals = 2, symbol, currency, negative, ...rest }: MoneyInputProps) => (
  <DecimalInput {...rest} format={{ decimals, negative }} pad={decimals} prefix={symbol} suffix={currency} />
)

/** An amount of money as a decimal string; grouped and padded on blur, and never a float. */
export const MoneyField = inField(MoneyInput)
