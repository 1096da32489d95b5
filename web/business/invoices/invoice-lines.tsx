import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { TotalsList } from './editor/totals-list.tsx'
import type { Invoice } from './invoice-look.ts'

type Line = Invoice['lines'][number] & { at: number }

/** Lines of the invoice and its totals. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const account = useAccount()
  const bare = (amount: string): string => moneyText(amount, invoice.currency, false)
  const columns: Column<Line>[] = [
    {
      id: 'item',
      header: 'Item',
      rowHeader: true,
      card: 'title',
      className: 'whitespace-normal! py-2.5',
      cell: (line) => (
        <span className="block break-words">
          {line.description}
          {line.detail && (
            <span className="block font-normal whitespace-pre-line text-ink-3">{line.detail}</span>
          )}
          {isSome(line.discount) && (
            <span className="block font-normal text-ink-3 @min-lg:hidden">{line.discount}% off</span>
          )}
          {/* Shown in tables too narrow for the tax column; cards show the tax elsewhere. */}
          <span className="hidden font-normal text-ink-3 @max-lg:@min-md:block">{taxText(line)}</span>
        </span>
      ),
    },
    {
      id: 'quantity',
      header: 'Quantity',
      align: 'end',
      card: 'detail',
      className: '@max-md:text-ink-2',
      cell: (line) => (
        <>
          {line.quantity}
          <span className="@min-md:hidden">{` × ${bare(line.unit_price)}`}</span>
        </>
      ),
    },
    {
      id: 'price',
      header: 'Price',
      align: 'end',
      card: 'hidden',
      cell: (line) => bare(line.unit_price),
    },
    {
      id: 'discount',
      header: 'Discount',
      align: 'end',
      card: 'hidden',
      hideBelow: 'lg',
      cell: (line) => (isSome(line.discount) ? `${line.discount}%` : ''),
    },
    {
      id: 'tax',
      header: 'Tax',
      card: 'aside',
      hideBelow: 'lg',
      cell: (line) => taxText(line),
    },
    { id: 'amount', header: 'Amount', align: 'end', card: 'value', cell: (line) => bare(line.amount) },
  ]
  return (
    <section aria-label="Lines">
      <DataTable
        label={`Lines, amounts in ${invoice.currency} after discounts and before tax`}
        columns={columns}
        rows={invoice.lines.map((line, at) => ({ ...line, at }))}
        rowKey={(line) => String(line.at)}
      />
      <div className="flex flex-wrap-reverse justify-between gap-x-10 gap-y-6 px-4 py-4 md:px-6">
        <div className="max-w-110 min-w-0">
          {invoice.notes && (
            <>
              <h2 className="text-12 text-ink-3">Note to the customer</h2>
              <p className="mt-1 break-words whitespace-pre-line">{invoice.notes}</p>
            </>
          )}
        </div>
        <div className="w-full sm:w-72">
          <TotalsList
            currency={invoice.currency}
            subtotal={invoice.subtotal}
            discount={invoice.discount}
            taxes={invoice.taxes}
            fees={invoice.late_fees
              .filter((fee) => isSome(fee.amount))
              .map((fee) => ({ ...fee, day: formatDate(fee.charged_on, account.date_format) }))}
            total={invoice.total}
          />
        </div>
      </div>
    </section>
  )
}

function taxText(line: Invoice['lines'][number]): string {
  if (!isSome(line.tax_rate)) return line.tax_name
  return `${line.tax_name || 'Tax'} ${line.tax_rate}%`
}
