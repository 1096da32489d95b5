import { currencyDigits, displayAmount, parseAmount } from '../../../domain/money/money.ts'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import type { Row } from './schedule-values.ts'

/** The fee of a proposal. Says while it is typed what the customer pays with it. */
export function PlanFee({
  value,
  feeMinor,
  first,
  facts: { totalMinor, currency },
  problem,
  onChange,
}: {
  value: string
  /** Null when what is typed can’t be charged. */
  feeMinor: bigint | null
  first: Row | undefined
  facts: { readonly totalMinor: bigint; readonly currency: string }
  problem: string | undefined
  onChange: (value: string) => void
}) {
  const wrong =
    feeMinor === null ? `Enter an amount from 0 to ${displayAmount(totalMinor, currency)}.` : undefined
  return (
    <div className="grid max-w-120 gap-1.5">
      <MoneyField
        label="Fee for the plan"
        optional
        decimals={currencyDigits(currency)}
        currency={currency}
        value={value}
        error={wrong ?? problem}
        onChange={onChange}
      />
      <p role="status" className="text-13 text-ink-2">
        {feeText(feeMinor ?? 0n, first, totalMinor, currency)}
      </p>
    </div>
  )
}

function feeText(feeMinor: bigint, first: Row | undefined, totalMinor: bigint, currency: string): string {
  const rule = 'It is added to the first installment and owed once the customer confirms the plan.'
  const amount = first && parseAmount(first.amount, currency)
  if (feeMinor === 0n || !first || !amount?.ok) return `${rule} Empty for none.`
  const name = first.isDown ? 'down payment' : 'first installment'
  return `${rule} The ${name} is ${displayAmount(amount.minor + feeMinor, currency)} with it, and the customer pays ${displayAmount(totalMinor + feeMinor, currency)} in all.`
}
