import { NativeSelect } from '../../ui/fields/select.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { AgingBarMini } from '../../ui/text/aging-bar.tsx'
import { Money } from '../../ui/text/money.tsx'
import { useListState } from '../list-search.ts'
import { recordPath } from '../paths.ts'
import type { Dashboard } from './dashboard-query.ts'
import { agingSegments, countText } from './figures.ts'
import { Panel } from './panel.tsx'

type Debtor = Dashboard['top_debtors'][number]

const cell = 'h-11.5 border-b border-line group-last:border-0'
const head = 'h-7.5 border-b border-line font-medium text-ink-3'

/** Top debtors in one currency at a time, because amounts of different currencies have no order. */
export function DebtorsPanel({ debtors }: { debtors: readonly Debtor[] }) {
  const { search, set } = useListState(['debtors'])
  const currencies = [...new Set(debtors.map((debtor) => debtor.currency))]
  const chosen = currencies.find((currency) => currency === search.debtors) ?? currencies[0]
  return (
    <Panel
      title="Top debtors"
      aside={
        currencies.length > 1 && (
          <NativeSelect
            compact
            aria-label="Top debtors in"
            value={chosen}
            options={currencies.map((currency) => ({ value: currency, label: currency }))}
            onChange={(event) => set({ debtors: event.target.value })}
          />
        )
      }
      more={{ label: 'All customers', href: '/customers' }}
    >
      {debtors.length === 0 ? (
        <p className="mt-2 text-ink-2">Nobody owes you anything right now.</p>
      ) : (
        <table className="w-full border-collapse text-body">
          <caption className="sr-only">{`Customers who owe the most in ${chosen}`}</caption>
          <thead>
            <tr className="text-12">
              <th scope="col" className={`${head} w-full text-start`}>
                Customer
              </th>
              <th scope="col" className={`${head} ps-4 text-start max-md:hidden`}>
                Aging
              </th>
              <th scope="col" className={`${head} ps-4 text-end whitespace-nowrap max-md:hidden`}>
                Past due
              </th>
              <th scope="col" className={`${head} ps-4 text-end`}>
                Owed
              </th>
            </tr>
          </thead>
          <tbody>
            {debtors
              .filter((debtor) => debtor.currency === chosen)
              .map((debtor) => (
                <Row key={debtor.customer.pk} debtor={debtor} />
              ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

function Row({ debtor }: { debtor: Debtor }) {
  const { customer, currency, open_invoices, oldest_days } = debtor
  const age = oldest_days > 0 ? `, oldest ${countText(oldest_days, 'day', 'days')}` : ''
  return (
    <tr className="group">
      <th scope="row" className={`${cell} max-w-0 text-start font-medium`}>
        <Link
          href={recordPath('customer', customer.pk)}
          className="block truncate underline-offset-3 group-hover:underline"
        >
          {customer.short_name}
        </Link>
        <small className="block truncate text-12 font-normal text-ink-3">
          {countText(open_invoices, 'invoice', 'invoices')}
          {age}
        </small>
      </th>
      <td className={`${cell} ps-4 max-md:hidden`}>
        <AgingBarMini segments={agingSegments(debtor.aging)} className="w-24" />
      </td>
      <td className={`${cell} ps-4 text-end max-md:hidden`}>
        <Money amount={debtor.past_due} currency={currency} bare />
      </td>
      <td className={`${cell} ps-4 text-end font-semibold`}>
        <Money amount={debtor.owed} currency={currency} bare />
      </td>
    </tr>
  )
}
