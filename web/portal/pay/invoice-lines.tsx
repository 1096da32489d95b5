import { ChevronDown } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { t } from '../../ui/language/text.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { isPositive, leftToPay } from './invoice-look.ts'
import type { PayableInvoice } from './payer.ts'

type Row = readonly [label: string, value: string, strong?: boolean]

/** Totals of an invoice down to the remaining amount: taxes by name, late fees, the total, and later deductions. */
export function totalsOf(invoice: PayableInvoice): Row[] {
  const { currency } = invoice
  const whole = (amount: string): string => moneyText(amount, currency)
  const off = (
    [
      [t('Paid'), invoice.paid],
      [t('Credited'), invoice.credited],
      [t('Pending'), invoice.in_flight],
    ] as const
  ).filter(([, amount]) => isPositive(amount))
  return [
    ...invoice.taxes
      .filter((tax) => isPositive(tax.amount))
      .map((tax): Row => [`${tax.name || t('Tax')} ${tax.rate}%`, moneyText(tax.amount, currency, false)]),
    ...invoice.late_fees.map((fee): Row => [fee.text, moneyText(fee.amount, currency, false)]),
    [t('Total'), whole(invoice.total), true],
    ...off.map(([label, amount]): Row => [label, `−${whole(amount)}`]),
    ...(off.length > 0 ? [[t('Left to pay'), whole(leftToPay(invoice)), true] as const] : []),
  ]
}

/** Lines and totals of an invoice. Collapsed at first on phones. */
export function InvoiceLines({ invoice }: { invoice: PayableInvoice }) {
  const plain = (amount: string): string => moneyText(amount, invoice.currency, false)
  const open = !window.matchMedia('(max-width: 599px)').matches
  return (
    <details open={open} className="group border-y border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-8 text-14 font-semibold">
        {t('Invoice details')}
        <span className="font-normal text-ink-3">
          {t('{count, plural, one {# item} other {# items}}', { count: invoice.lines.length })}
        </span>
        <ChevronDown className="ms-auto text-ink-3 group-open:rotate-180" />
      </summary>
      <table className="mb-3 w-full text-14">
        <caption className="sr-only">
          {t('Lines of invoice {number}, in {currency}', {
            number: invoice.number,
            currency: invoice.currency,
          })}
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('Item')}</th>
            <th scope="col">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and never move here
            <tr key={at} className="align-top">
              <td className="py-1.5">
                {line.description}
                <small className="block text-13 text-ink-3">{lineText(line, plain(line.unit_price))}</small>
              </td>
              <td className="num py-1.5 ps-4 text-end">{plain(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="text-ink-2">
          {totalsOf(invoice).map(([label, value, strong]) => (
            <tr
              key={label}
              className={cx('first:border-t first:border-line', strong && 'font-semibold text-ink')}
            >
              <th scope="row" className={cx('py-1.5 text-start', strong ? 'font-semibold' : 'font-normal')}>
                {label}
              </th>
              <td className="num py-1.5 text-end">{value}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </details>
  )
}

/** '2 at 40.00, 10% off' */
function lineText({ quantity, discount }: PayableInvoice['lines'][number], price: string): string {
  return isPositive(discount)
    ? t('{quantity} at {price}, {discount}% off', { quantity, price, discount })
    : t('{quantity} at {price}', { quantity, price })
}
