import type { CustomerDetail } from '../../../contract/customers.ts'
import { Link } from '../../ui/layout/link.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { recordPath } from '../paths.ts'
import { openInvoicesText } from './customer-text.ts'

/** The customers that belong to this one, with what each of them owes. Absent without any. */
export function SubCustomers({ customer }: { customer: CustomerDetail }) {
  const { pk, short_name: name, children, children_count: count } = customer
  if (count === 0) return null
  return (
    <section aria-label="Sub-customers">
      <div className="flex items-baseline justify-between gap-3 px-4 pt-5 pb-2 md:px-6">
        <h2 className="font-semibold">Sub-customers</h2>
        {count > children.length && (
          <Link href={`/customers?filter_parent=${pk}`} className="link-quiet text-ink-2">
            All {count.toLocaleString('en-US')}
          </Link>
        )}
      </div>
      <DataTable
        label={`Customers that belong to ${name}`}
        empty={null}
        rows={children}
        rowKey={(row) => row.pk}
        rowHref={(row) => recordPath('customer', row.pk)}
        columns={[
          {
            id: 'name',
            header: 'Customer',
            rowHeader: true,
            text: (row) => row.short_name,
            card: 'title',
            cell: (row) => row.short_name,
          },
          {
            id: 'open',
            header: 'Invoices',
            width: 11,
            card: 'detail',
            cell: (row) =>
              row.open_invoices_count === 0 ? 'None' : openInvoicesText(row.open_invoices_count),
          },
          {
            id: 'balance',
            header: 'Owed',
            align: 'end',
            width: 9,
            card: 'value',
            cell: (row) => moneyText(row.balance, row.currency),
          },
        ]}
      />
    </section>
  )
}
