import { cx } from '../../ui/cx.ts'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import type { InvoiceRow } from './invoice-look.ts'

type Facts = Pick<InvoiceRow, 'state' | 'remaining' | 'total' | 'currency'>

/** Remaining amount in a list. A draft owes nothing yet, so it shows a dash instead of zero. */
export const remainingText = (row: Facts, symbol: boolean): string =>
  row.state === 'draft' ? '–' : moneyText(row.remaining, row.currency, symbol)

/**
 * Remaining amount in a list: bold when money is owed, faint otherwise. A card shows the total instead of
 * zero.
 */
export function RemainingAmount({ row, symbol }: { row: Facts; symbol: boolean }) {
  const owed = isSome(row.remaining)
  return (
    <span className={cx(owed ? 'font-semibold' : 'font-normal text-ink-3')}>
      <span className={owed ? undefined : '@max-md:hidden'}>{remainingText(row, symbol)}</span>
      {/* A card has no total column, and the total is more useful once nothing remains. */}
      {!owed && <span className="@min-md:hidden">{moneyText(row.total, row.currency, symbol)}</span>}
    </span>
  )
}
