import type { ReactNode } from 'react'
import { Link } from '../../ui/layout/link.tsx'
import { AgingBarMini, type AgingSegment } from '../../ui/text/aging-bar.tsx'
import { Money } from '../../ui/text/money.tsx'
import { countText } from './figures.ts'

/** A line of the table. */
export interface DebtorRow {
  readonly key: string | number
  readonly name: ReactNode
  readonly open_invoices: number
  readonly oldest_days: number
  /** Shown in a column of its own when rows have it. */
  readonly aging?: readonly AgingSegment[]
  readonly past_due: string
  readonly owed: string
  /** The lists behind the amounts, for people who may open them. */
  readonly lists?: { readonly past_due: string; readonly owed: string }
}

const head = 'h-7.5 border-b border-line font-medium text-ink-3'

/**
 * Customers who owe the most in one currency. With aging it stands in a panel: a narrow one hides the columns between
 * name and amount, and the last row has no line below it.
 */
export function DebtorsTable({
  caption,
  rows,
  currency,
  withAging = false,
}: {
  caption: string
  rows: readonly DebtorRow[]
  currency: string
  withAging?: boolean | undefined
}) {
  const cell = `h-11.5 border-b border-line ${withAging ? 'group-last:border-0' : ''}`
  const hiding = withAging ? 'max-md:hidden' : ''
  return (
    <table className="w-full border-collapse text-body">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-12">
          <th scope="col" className={`${head} w-full text-start`}>
            Customer
          </th>
          {withAging && (
            <th scope="col" className={`${head} ps-4 text-start ${hiding}`}>
              Aging
            </th>
          )}
          <th scope="col" className={`${head} ps-4 text-end whitespace-nowrap ${hiding}`}>
            Past due
          </th>
          <th scope="col" className={`${head} ps-4 text-end`}>
            Owed
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="group">
            <th scope="row" className={`${cell} max-w-0 text-start font-medium`}>
              {row.name}
              <small className="block truncate text-12 font-normal text-ink-3">
                {countText(row.open_invoices, 'invoice', 'invoices')}
                {row.oldest_days > 0 && `, oldest ${countText(row.oldest_days, 'day', 'days')}`}
              </small>
            </th>
            {row.aging && (
              <td className={`${cell} ps-4 ${hiding}`}>
                <AgingBarMini segments={row.aging} className="w-24" />
              </td>
            )}
            <td className={`${cell} ps-4 text-end ${hiding}`}>
              <Amount amount={row.past_due} currency={currency} list={row.lists?.past_due} />
            </td>
            <td className={`${cell} ps-4 text-end font-semibold`}>
              <Amount amount={row.owed} currency={currency} list={row.lists?.owed} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Amount({ amount, currency, list }: { amount: string; currency: string; list: string | undefined }) {
  const money = <Money amount={amount} currency={currency} bare />
  if (list === undefined) return money
  return (
    <Link href={list} className="underline-offset-3 hover:underline">
      {money}
    </Link>
  )
}
