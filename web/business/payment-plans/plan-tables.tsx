import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { recordPath } from '../paths.ts'
import { INSTALLMENT_TONES, isCharged } from './plan-words.ts'
import type { Plan } from './use-plans.ts'

/** The installments of a plan, the earliest first. */
export function Installments({ plan }: { plan: Plan }) {
  const { date_format } = useAccount()
  return (
    <DataTable
      label="Installments"
      rows={plan.installments}
      rowKey={(row) => row.id}
      columns={[
        {
          id: 'number',
          header: 'Installment',
          rowHeader: true,
          card: 'title',
          cell: (row) => nameOf(row, plan.currency),
        },
        {
          id: 'due',
          header: 'Due',
          width: 9,
          card: 'detail',
          cell: (row) => <span className="num">{formatDate(row.due_date, date_format)}</span>,
        },
        {
          id: 'status',
          header: 'Status',
          width: 8,
          card: 'state',
          cell: (row) =>
            plan.state === 'canceled' ? (
              <Tag>Canceled</Tag>
            ) : (
              <Tag tone={INSTALLMENT_TONES[row.status]}>{row.status}</Tag>
            ),
        },
        {
          id: 'amount',
          header: 'Amount',
          align: 'end',
          width: 8,
          card: 'value',
          cell: (row) => moneyText(row.amount, plan.currency),
        },
        {
          id: 'balance',
          header: 'Balance',
          align: 'end',
          width: 8,
          card: 'aside',
          cell: (row) => moneyText(row.balance, plan.currency),
        },
      ]}
    />
  )
}

/** '1 (down payment, with the fee of $25.00)' */
function nameOf({ number, down_payment, fee }: Plan['installments'][number], currency: string): string {
  const more = [
    ...(down_payment ? ['down payment'] : []),
    ...(isCharged(fee, currency) ? [`with the fee of ${moneyText(fee, currency)}`] : []),
  ].join(', ')
  return more === '' ? `${number}` : `${number} (${more})`
}

/** The invoices of a plan. */
export function Invoices({ plan }: { plan: Plan }) {
  const { date_format } = useAccount()
  return (
    <DataTable
      label="Invoices of the plan"
      rows={plan.invoices}
      rowKey={(row) => row.pk}
      rowHref={(row) => recordPath('invoice', row.pk)}
      columns={[
        { id: 'number', header: 'Invoice', rowHeader: true, card: 'title', cell: (row) => row.number },
        {
          id: 'due',
          header: 'Due date',
          width: 9,
          card: 'detail',
          cell: (row) => <span className="num">{formatDate(row.due_date, date_format)}</span>,
        },
        {
          id: 'total',
          header: 'Total',
          align: 'end',
          width: 8,
          card: 'hidden',
          cell: (row) => moneyText(row.total, plan.currency),
        },
        {
          id: 'remaining',
          header: 'Remaining',
          align: 'end',
          width: 8,
          card: 'value',
          cell: (row) => moneyText(row.remaining, plan.currency),
        },
      ]}
    />
  )
}
