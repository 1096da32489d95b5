import { Money } from '../../ui/text/money.tsx'
import { countText } from '../dashboard/figures.ts'
import type { ReportFigures } from './report-figures.ts'

const cell = 'h-11.5 border-b border-line'
const head = 'h-7.5 border-b border-line font-medium text-ink-3'

/** Top debtors by name, or by rank when the link hides names. */
export function ReportDebtors({ figures }: { figures: ReportFigures }) {
  const { top_debtors, currency } = figures
  if (top_debtors.length === 0) return <p className="text-ink-2">Nobody owes anything right now.</p>
  return (
    <table className="w-full border-collapse text-body">
      <caption className="sr-only">{`Customers who owe the most, in ${currency}`}</caption>
      <thead>
        <tr className="text-12">
          <th scope="col" className={`${head} w-full text-start`}>
            Customer
          </th>
          <th scope="col" className={`${head} ps-4 text-end whitespace-nowrap`}>
            Past due
          </th>
          <th scope="col" className={`${head} ps-4 text-end`}>
            Owed
          </th>
        </tr>
      </thead>
      <tbody>
        {top_debtors.map((debtor, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report is shown once, and its places are all that tells them apart
          <tr key={at}>
            <th scope="row" className={`${cell} max-w-0 text-start font-medium`}>
              <span className="block truncate">{debtor.name ?? `Customer ${at + 1}`}</span>
              <small className="block truncate text-12 font-normal text-ink-3">
                {countText(debtor.open_invoices, 'invoice', 'invoices')}
                {debtor.oldest_days > 0 && `, oldest ${countText(debtor.oldest_days, 'day', 'days')}`}
              </small>
            </th>
            <td className={`${cell} ps-4 text-end`}>
              <Money amount={debtor.past_due} currency={currency} bare />
            </td>
            <td className={`${cell} ps-4 text-end font-semibold`}>
              <Money amount={debtor.owed} currency={currency} bare />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
