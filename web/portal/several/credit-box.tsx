import { displayAmount } from '../../../domain/money/money.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import type { CreditFirst } from './use-credit-first.ts'

/** Lets a payer use credit first. Shows nothing where there is none. */
export function CreditBox({ credit, disabled }: { credit: CreditFirst; disabled?: boolean | undefined }) {
  const { creditMinor, usableMinor, restMinor, currency, on, switchTo } = credit
  if (usableMinor === 0n) return null
  const used = displayAmount(usableMinor, currency)
  return (
    <Checkbox
      label={`Use your credit of ${displayAmount(creditMinor, currency)} first`}
      description={
        on
          ? restMinor === 0n
            ? `Your credit pays all of it: ${used}. Nothing is charged.`
            : `Your credit pays ${used}. You pay ${displayAmount(restMinor, currency)} now.`
          : undefined
      }
      checked={on}
      disabled={disabled}
      onChange={(event) => switchTo(event.target.checked)}
    />
  )
}
