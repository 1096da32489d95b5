import type { ReactNode } from 'react'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { compareDecimals } from '../../../domain/money/decimal.ts'
import { cx } from '../../ui/cx.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { rich, t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { isPositive } from '../pay/invoice-look.ts'
import { InstallmentDots } from './installment-dots.tsx'
import type { Installment, PortalPlan } from './use-plans.ts'

/** Pays an installment, or everything that remains of the invoice. */
export type PayPlan = (plan: PortalPlan, installment: Installment | null) => void

/** Words that a table's heading says and a card does not. */
const onCard = (text: ReactNode) => <span className="@min-md:hidden">{text}</span>

/** Columns of the payment plans, all sorted by the server. */
export function planColumns(
  { currency, dateFormat }: { currency: string; dateFormat: DateFormat },
  onPay: PayPlan,
): Column<PortalPlan>[] {
  const money = ({ invoice }: PortalPlan, amount: string): string =>
    moneyText(amount, invoice.currency, invoice.currency !== currency)
  return [
    {
      id: 'number',
      header: t('Invoice Number'),
      rowHeader: true,
      sortable: true,
      card: 'title',
      cell: ({ invoice }) => invoice.number,
    },
    {
      id: 'total',
      header: t('Total Amount'),
      unit: currency,
      align: 'end',
      sortable: true,
      card: 'aside',
      cell: (plan) =>
        rich('<card>of </card>{total}', { card: onCard, total: money(plan, plan.invoice.total) }),
    },
    {
      id: 'remaining',
      header: t('Total Remaining'),
      unit: currency,
      align: 'end',
      sortable: true,
      card: 'value',
      cell: (plan) => money(plan, plan.invoice.remaining),
    },
    {
      id: 'date',
      header: t('Date'),
      sortable: true,
      card: 'detail',
      cell: ({ invoice }) => (
        <time dateTime={invoice.due_date}>{formatDate(invoice.due_date, dateFormat)}</time>
      ),
    },
    {
      id: 'days_past_due',
      header: t('Days Past Due'),
      align: 'end',
      sortable: true,
      cell: ({ invoice }) => {
        const days = Math.max(0, invoice.days_past_due)
        return (
          <span className={cx(days > 0 && 'text-overdue')}>
            {rich('{days, plural, one {#<card> day past due</card>} other {#<card> days past due</card>}}', {
              days,
              card: onCard,
            })}
          </span>
        )
      },
    },
    {
      id: 'payment_method',
      header: t('Payment Method'),
      sortable: true,
      cell: ({ payment_method: method }) =>
        method === null ? (
          t('Paid by hand')
        ) : (
          <>
            {method}
            <small className="block text-12 text-ink-3">{t('Automatic')}</small>
          </>
        ),
    },
    {
      id: 'installments',
      header: t('Installments'),
      sortable: true,
      className: '@min-md:py-2.5 @min-md:whitespace-normal',
      cell: (plan) => (
        <div className="grid gap-2">
          <InstallmentDots plan={plan} dateFormat={dateFormat} onPay={(one) => onPay(plan, one)} />
          <FeeNote plan={plan} />
          <PayButtons plan={plan} onPay={onPay} />
        </div>
      ),
    },
  ]
}

/** Says which installment the plan's fee is part of. */
function FeeNote({ plan: { installments, invoice } }: { plan: PortalPlan }) {
  const charged = installments.find(({ fee }) => isPositive(fee))
  if (!charged) return null
  return (
    <span className="text-12 text-ink-3">
      {t('Installment {number} includes the plan’s fee of {amount}', {
        number: charged.number,
        amount: moneyText(charged.fee, invoice.currency),
      })}
    </span>
  )
}

/** Pays the earliest installment, or all that remains. */
function PayButtons({ plan, onPay }: { plan: PortalPlan; onPay: PayPlan }) {
  const { invoice, installments } = plan
  const next = installments.find(({ status }) => status !== 'Paid')
  if (!next) return null
  const isWhole = compareDecimals(next.balance, invoice.remaining) === 0
  const amount = moneyText(next.balance, invoice.currency)
  const rest = moneyText(invoice.remaining, invoice.currency)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant={next.status === 'Open' ? 'default' : 'primary'}
        aria-label={t('Pay {amount}, installment {number} of invoice {invoice}', {
          amount,
          number: next.number,
          invoice: invoice.number,
        })}
        onClick={() => onPay(plan, next)}
      >
        {t('Pay {amount}', { amount })}
      </Button>
      {!isWhole && (
        <Button
          size="sm"
          aria-label={t('Pay all {amount} of invoice {invoice}', { amount: rest, invoice: invoice.number })}
          onClick={() => onPay(plan, null)}
        >
          {t('Pay all {amount}', { amount: rest })}
        </Button>
      )}
    </div>
  )
}
