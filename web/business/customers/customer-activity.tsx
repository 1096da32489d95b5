import { useQuery } from '@tanstack/react-query'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { StatusText } from '../../ui/text/status-text.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { toneOf } from '../invoices/invoice-look.ts'
import { RemainingAmount, remainingText } from '../invoices/remaining-amount.tsx'
import { useLive } from '../layout/use-live.ts'
import { recordPath } from '../paths.ts'
import { PaymentStatusTags } from '../payments/payment-status-tags.tsx'

const SHOWN = '5'

/** The customer's latest invoices and payments and the open invoices of its duplicates, with links to the full lists. */
export function CustomerActivity({ customer }: { customer: CustomerDetail }) {
  return (
    <>
      <LatestInvoices customer={customer.pk} title="Latest invoices" view="all" />
      {customer.merged
        .filter((one) => one.open_invoices_count > 0)
        .map((one) => (
          <LatestInvoices
            key={one.pk}
            customer={one.pk}
            title={`Open invoices of ${one.short_name}`}
            view="open"
          />
        ))}
      <LatestPayments customer={customer.pk} />
    </>
  )
}

function LatestInvoices({
  customer,
  title,
  view,
}: {
  customer: string
  title: string
  view: 'all' | 'open'
}) {
  const { pk, date_format } = useAccount()
  const call = useCall()
  const query = { customer, page_size: SHOWN, ...(view === 'open' && { view }) }
  const invoices = useQuery({
    queryKey: [pk, 'invoices', query],
    queryFn: ({ signal }) => call(contract.invoices.list, { params: { account: pk }, query }, { signal }),
    ...useLive(),
  })
  return (
    <>
      <Heading
        title={title}
        href={`/invoices?${view === 'open' ? 'view=open&' : ''}customer=${customer}`}
        count={invoices.data?.count}
      />
      <DataTable
        label={title}
        skeletonRows={3}
        empty={<Nothing>No invoices yet.</Nothing>}
        rows={invoices.data?.results}
        rowKey={(row) => row.pk}
        rowHref={(row) => recordPath('invoice', row.pk)}
        columns={[
          {
            id: 'number',
            header: 'Invoice',
            rowHeader: true,
            width: 8,
            text: (row) => row.number,
            card: 'title',
            cell: (row) => row.number,
          },
          {
            id: 'due_date',
            header: 'Due date',
            width: 7.5,
            card: 'detail',
            cell: (row) => formatDate(row.due_date, date_format),
          },
          {
            id: 'status',
            header: 'Status',
            card: 'aside',
            cell: (row) => <StatusText tone={toneOf(row)}>{row.status}</StatusText>,
          },
          {
            id: 'remaining',
            header: 'Remaining',
            align: 'end',
            width: 9,
            text: (row) => remainingText(row, true),
            card: 'value',
            cell: (row) => <RemainingAmount row={row} symbol />,
          },
        ]}
        error={
          invoices.error && (
            <Note tone="error" title="Failed to load invoices" onRetry={() => invoices.refetch()}>
              {invoices.error.message}
            </Note>
          )
        }
      />
    </>
  )
}

function LatestPayments({ customer }: { customer: string }) {
  const { pk, date_format, timezone, account_type } = useAccount()
  const call = useCall()
  const query = { customer, page_size: SHOWN }
  const payments = useQuery({
    queryKey: [pk, 'payments', query],
    queryFn: ({ signal }) => call(contract.payments.list, { params: { account: pk }, query }, { signal }),
    ...useLive(),
  })
  return (
    <>
      <Heading
        title="Latest payments"
        href={`/payment-processing?customer=${customer}`}
        count={payments.data?.count}
      />
      <DataTable
        label="Latest payments"
        skeletonRows={3}
        empty={
          <Nothing>
            {account_type === 'provider'
              ? 'None through Quittance yet. Those in your books are on their invoices.'
              : 'No payments yet.'}
          </Nothing>
        }
        rows={payments.data?.results}
        rowKey={(row) => row.pk}
        rowHref={(row) => recordPath('payment', row.pk)}
        columns={[
          {
            id: 'number',
            header: 'Payment',
            rowHeader: true,
            width: 8,
            text: (row) => row.transaction_number,
            card: 'title',
            cell: (row) => row.transaction_number,
          },
          {
            id: 'created',
            header: 'Date',
            width: 7.5,
            card: 'detail',
            cell: (row) => formatDate(dayOf(row.created, timezone), date_format),
          },
          {
            id: 'status',
            header: 'Status',
            card: 'aside',
            cell: (row) => <PaymentStatusTags payment={row} />,
          },
          {
            id: 'total',
            header: 'Amount',
            align: 'end',
            width: 9,
            card: 'value',
            cell: (row) => moneyText(row.total, row.total_currency),
          },
        ]}
        error={
          payments.error && (
            <Note tone="error" title="Failed to load payments" onRetry={() => payments.refetch()}>
              {payments.error.message}
            </Note>
          )
        }
      />
    </>
  )
}

function Heading({ title, href, count }: { title: string; href: string; count: number | undefined }) {
  return (
    <div className="flex items-baseline justify-between gap-3 px-4 pt-5 pb-2 md:px-6">
      <h2 className="font-semibold">{title}</h2>
      {count !== undefined && count > Number(SHOWN) && (
        <Link href={href} className="link-quiet text-ink-2">
          All {count}
        </Link>
      )}
    </div>
  )
}

const Nothing = ({ children }: { children: string }) => (
  <p className="px-4 py-4 text-ink-2 md:px-6">{children}</p>
)
