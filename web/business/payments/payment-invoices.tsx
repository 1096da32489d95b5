import type { PaymentDetail } from '../../../contract/payments/payment-shapes.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import { recordPath } from '../paths.ts'
import { paymentTone, refundWord } from './payment-text.ts'

/** Invoices that a payment settled, and its refunded parts. */
export function PaymentInvoices({ payment }: { payment: PaymentDetail }) {
  const account = useAccount()
  const money = (amount: string): string => moneyText(amount, payment.total_currency)
  const stateOf = ({ state, amount, reversed }: PaymentDetail['invoices'][number]): string => {
    const words = ALLOCATION_WORDS[state] ?? state
    if (!some(reversed)) return words
    return state === 'applied'
      ? `${words} ${money(amount)}, ${money(reversed)} reversed`
      : `${words}, ${money(reversed)}`
  }
  return (
    <>
      <h2 className="px-4 pt-5 pb-2 font-semibold md:px-6">Invoices</h2>
      <DataTable
        label="Invoices"
        rows={payment.invoices}
        rowKey={(row) => row.pk}
        rowHref={(row) => recordPath('invoice', row.pk)}
        empty={
          <p className="px-4 py-4 text-ink-2 md:px-6">
            Not applied to any invoice. It’s all customer credit.
          </p>
        }
        columns={[
          { id: 'number', header: 'Invoice', rowHeader: true, card: 'title', cell: (row) => row.number },
          {
            id: 'state',
            header: 'Status',
            card: 'detail',
            cell: stateOf,
          },
          {
            id: 'amount',
            header: 'Amount',
            align: 'end',
            card: 'value',
            cell: (row) => money(some(row.reversed) ? row.settled : row.amount),
          },
        ]}
      />
      {payment.refunds.length > 0 && (
        <>
          <h2 className="px-4 pt-5 pb-2 font-semibold md:px-6">Refunds</h2>
          <DataTable
            label="Refunds"
            rows={payment.refunds}
            rowKey={(row) => row.id}
            columns={[
              {
                id: 'reason',
                header: 'Reason',
                rowHeader: true,
                card: 'title',
                className: 'break-words whitespace-normal!',
                cell: (row) => row.failure ?? (row.reason || 'No reason given'),
              },
              {
                id: 'date',
                header: 'Date',
                card: 'detail',
                cell: (row) =>
                  formatDate(dayOf(row.settled ?? row.created, account.timezone), account.date_format),
              },
              {
                id: 'status',
                header: 'Status',
                card: 'aside',
                cell: (row) => <Tag tone={paymentTone(row.status)}>{refundWord(row.status)}</Tag>,
              },
              {
                id: 'amount',
                header: 'Amount',
                align: 'end',
                card: 'value',
                cell: (row) => money(row.amount),
              },
            ]}
          />
        </>
      )}
    </>
  )
}

const some = (amount: string): boolean => /[1-9]/.test(amount)

const ALLOCATION_WORDS: Record<string, string> = {
  reserved: 'Pending',
  applied: 'Applied',
  released: 'Not applied',
  reversed: 'Reversed',
}
