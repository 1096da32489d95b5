import { cx } from '../../ui/cx.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { type InvoiceRow, isSome } from './invoice-look.ts'

type Facts = Pick<InvoiceRow, 'state' | 'remaining' | 'total' | 'currency'>

/** The remaining amount as a list shows it: a draft owes nothing yet, so it has a dash instead of a zero. */
export const remainingText = (row: Facts, symbol: boolean): string =>
  row.state === 'draft' ? '–' : moneyText(row.remaining, row.currency, symbol)

/** The remaining amount in a list: bold where money is owed, faint elsewhere. A card shows the total instead of a zero. */
export function RemainingAmount({ row, symbol }: { row: Facts; symbol: boolean }) {
  const owed = isSome(row.remaining)
  return (
    <span className={cx(owed ? 'font-semibold' : 'font-normal text-ink-3')}>
      <span className={owed ? undefined : '@max-md:hidden'}>{remainingText(row, symbol)}</span>
      {/* A card has no column for the total, which says more once nothing remains. */}
      {!owed && <span className="@min-md:hidden">{moneyText(row.total, row.currency, symbol)}</span>}
    </span>
  )
}
