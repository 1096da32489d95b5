import { NativeSelect } from '../../ui/fields/select.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { owedByPath } from '../charts/list-paths.ts'
import { useListState } from '../list-search.ts'
import { recordPath } from '../paths.ts'
import type { Dashboard } from './dashboard-query.ts'
import { type DebtorRow, DebtorsTable } from './debtors-table.tsx'
import { agingSegments } from './figures.ts'
import { Panel } from './panel.tsx'

type Debtor = Dashboard['top_debtors'][number]

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
        <DebtorsTable
          caption={`Customers who owe the most in ${chosen}`}
          currency={chosen!}
          withAging
          rows={debtors.filter((debtor) => debtor.currency === chosen).map(rowOf)}
        />
      )}
    </Panel>
  )
}

const rowOf = ({
  customer,
  currency,
  aging,
  open_invoices,
  oldest_days,
  past_due,
  owed,
}: Debtor): DebtorRow => ({
  ...{ open_invoices, oldest_days, past_due, owed },
  key: customer.pk,
  name: (
    <Link
      href={recordPath('customer', customer.pk)}
      className="block truncate underline-offset-3 group-hover:underline"
    >
      {customer.short_name}
    </Link>
  ),
  aging: agingSegments(aging),
  lists: {
    past_due: owedByPath(customer.pk, 'overdue', currency),
    owed: owedByPath(customer.pk, 'open', currency),
  },
})
