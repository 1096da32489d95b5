import { netSubtotal } from '../../../domain/invoices/net-subtotal.ts'
import { cx } from '../../ui/cx.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { FactList } from '../../ui/text/fact-list.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import type { CustomerAccount } from '../account/use-account.ts'
import { totalsOf } from '../pay/invoice-lines.tsx'
import { isPositive } from '../pay/invoice-look.ts'
import type { PayableInvoice } from '../pay/payer.ts'

interface InvoiceDocumentProps {
  readonly invoice: PayableInvoice
  readonly account: CustomerAccount
}

/** The invoice as it was sent, on a white sheet in the dark theme too. */
export function InvoiceDocument({ invoice, account }: InvoiceDocumentProps) {
  return (
    <article
      aria-label={t('Invoice {number}', { number: invoice.number })}
      className="on-paper @container flex min-w-0 flex-col rounded-2 border border-line bg-surface p-5 text-13 text-ink shadow-high sm:p-8"
    >
      <div className="flex items-start justify-between gap-4 pb-6">
        <p className="flex min-w-0 items-center gap-2.5 text-16 font-semibold">
          <CompanyLogo name={invoice.company.name} src={invoice.company.logo} className="size-9 flex-none" />
          <span className="min-w-0 break-words">{invoice.company.name}</span>
        </p>
        <p className="text-end">
          <span className="block text-20 font-semibold">{t('Invoice')}</span>
          <span className="num text-ink-3">{invoice.number}</span>
        </p>
      </div>
      <Addressee invoice={invoice} account={account} />
      <Lines invoice={invoice} />
      <Totals invoice={invoice} />
      {invoice.notes.trim() !== '' && (
        <p className="mt-6 border-t border-line pt-4 break-words whitespace-pre-line text-ink-2">
          {invoice.notes}
        </p>
      )}
    </article>
  )
}

function Addressee({ invoice, account }: InvoiceDocumentProps) {
  const name = account.company_name || account.short_name
  const facts = [
    [t('Invoice date'), formatDate(invoice.invoice_date, invoice.date_format)],
    [t('Due date'), formatDate(invoice.due_date, invoice.date_format)],
    [t('Currency'), invoice.currency],
  ]
  return (
    <div className="flex flex-wrap justify-between gap-x-8 gap-y-4 border-t border-line pt-4 pb-6">
      <div className="min-w-0">
        <p className="text-ink-3">{t('Bill to')}</p>
        <p className="font-semibold">{name}</p>
        <p className="break-words whitespace-pre-line">{account.billing_address}</p>
      </div>
      <FactList facts={facts} className="gap-x-5 gap-y-0.5" />
    </div>
  )
}

function Lines({ invoice }: { invoice: PayableInvoice }) {
  const plain = (amount: string): string => moneyText(amount, invoice.currency, false)
  const head = 'pb-2 font-normal'
  return (
    <table className="w-full">
      <caption className="sr-only">
        {t('Lines of invoice {number}, in {currency}', {
          number: invoice.number,
          currency: invoice.currency,
        })}
      </caption>
      <thead>
        <tr className="border-b border-line-strong text-ink-3">
          <th scope="col" className={cx(head, 'text-start')}>
            {t('Item')}
          </th>
          <th scope="col" className={cx(head, 'ps-3 text-end')}>
            {t('Quantity')}
          </th>
          <th scope="col" className={cx(head, 'ps-3 text-end @max-sm:hidden')}>
            {t('Price')}
          </th>
          <th scope="col" className={cx(head, 'ps-3 text-end')}>
            {t('Amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and never move here
          <tr key={at} className="border-b border-line align-top [&>*]:py-2.5">
            <th scope="row" className="text-start font-medium [overflow-wrap:anywhere]">
              {line.description}
              {line.detail && (
                <span className="block font-normal whitespace-pre-line text-ink-3">{line.detail}</span>
              )}
              <span className="block font-normal text-ink-3 @min-sm:hidden">
                {t('at {price}', { price: plain(line.unit_price) })}
              </span>
              {isPositive(line.discount) && (
                <span className="block font-normal text-ink-3">
                  {t('{discount}% off', { discount: line.discount })}
                </span>
              )}
            </th>
            <td className="num ps-3 text-end">{line.quantity}</td>
            <td className="num ps-3 text-end @max-sm:hidden">{plain(line.unit_price)}</td>
            <td className="num ps-3 text-end">{plain(line.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Totals({ invoice }: { invoice: PayableInvoice }) {
  const plain = (amount: string): string => moneyText(amount, invoice.currency, false)
  const rows = [
    [
      isPositive(invoice.discount)
        ? t('Subtotal after discounts of {amount}', { amount: plain(invoice.discount) })
        : t('Subtotal'),
      plain(netSubtotal(invoice.subtotal, invoice.discount, invoice.currency)),
      false,
    ] as const,
    ...totalsOf(invoice),
  ]
  return (
    <dl className="ms-auto mt-4 grid w-full max-w-70 gap-1.5">
      {rows.map(([label, value, strong]) => (
        <div
          key={label}
          className={cx(
            'flex justify-between gap-4',
            strong && 'border-t border-line-strong pt-2 font-semibold',
          )}
        >
          <dt className={strong ? undefined : 'text-ink-2'}>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
