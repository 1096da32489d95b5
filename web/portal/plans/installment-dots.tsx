import { Check, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { cx } from '../../ui/cx.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { isPositive } from '../pay/invoice-look.ts'
import type { Installment, PortalPlan } from './use-plans.ts'

/** Stands for the number of a down payment. */
export const DOWN_MARK = t('D', { context: 'mark of a down payment' })

/** With more installments than this, the paid ones are one number. */
const MOST_DOTS = 8

/** The look of a status: shape and color. Any other status looks like an overdue one. */
const MARKS: Record<string, { className: string; icon: ReactNode } | undefined> = {
  Paid: { className: 'rounded-full bg-paid text-on-state', icon: <Check className="size-3.5 stroke-3" /> },
  Open: {
    className: 'rounded-full border-2 border-open bg-open-tint text-open',
    icon: <Circle className="size-2 fill-current" />,
  },
}
const OTHER = { className: 'rounded-6 bg-overdue text-on-state text-13 font-semibold', icon: '!' }

/** Words of a status, in the order of the list's key. */
export const STATUS_TEXTS: Readonly<Record<Installment['status'], string>> = {
  Paid: t('Paid', { context: 'status of an installment' }),
  Open: t('Open', { context: 'status of an installment' }),
  Overdue: t('Overdue', { context: 'status of an installment' }),
}

/** The mark of a status, also in the list's key. */
export function InstallmentMark({ status }: { status: string }) {
  const { className, icon } = MARKS[status] ?? OTHER
  return (
    <span
      aria-hidden="true"
      data-status={status}
      className={cx('grid size-6.5 place-items-center', className)}
    >
      {icon}
    </span>
  )
}

/** Installments of a plan as numbered dots: one that isn't paid opens its payment. */
export function InstallmentDots({
  plan,
  dateFormat,
  onPay,
}: {
  plan: PortalPlan
  dateFormat: DateFormat
  onPay: (installment: Installment) => void
}) {
  const { installments, invoice } = plan
  const paid = installments.filter(({ status }) => status === 'Paid')
  const folds = installments.length > MOST_DOTS && paid.length > 1
  const shown = folds ? installments.filter(({ status }) => status !== 'Paid') : installments
  return (
    <ol
      aria-label={t('Installments of invoice {number}', { number: invoice.number })}
      className="flex flex-wrap gap-x-1 gap-y-1"
    >
      {folds && paid[0] && (
        <li className="flex items-center gap-1.5 self-start py-1.5 pe-1 text-13 text-ink-2">
          <InstallmentMark status={paid[0].status} />
          {t('{count} paid', { count: paid.length })}
        </li>
      )}
      {shown.map((installment) => (
        <li key={installment.id}>
          <Dot
            installment={installment}
            of={plan.installment_count}
            currency={invoice.currency}
            dateFormat={dateFormat}
            onPay={onPay}
          />
        </li>
      ))}
    </ol>
  )
}

/** 'Includes the plan’s fee of $25.00' */
const feeText = ({ fee }: Pick<Installment, 'fee'>, currency: string): string =>
  t('Includes the plan’s fee of {amount}', { amount: moneyText(fee, currency) })

function Dot({
  installment,
  of,
  currency,
  dateFormat,
  onPay,
}: {
  installment: Installment
  of: number
  currency: string
  dateFormat: DateFormat
  onPay: (installment: Installment) => void
}) {
  const { number, status, down_payment: isDown } = installment
  const isPaid = status === 'Paid'
  const date = formatDate(installment.due_date, dateFormat)
  const total = moneyText(installment.total_amount, currency)
  const balance = moneyText(installment.balance, currency)
  const facts = [
    [t('Due date'), date],
    [t('Status'), STATUS_TEXTS[status]],
    [t('Total'), total],
    [t('Balance'), balance],
  ] as const
  return (
    <Tooltip
      content={
        <>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-1.5">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt className="text-ink-2">{label}</dt>
                <dd className="num font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          {isDown && <p className="pt-1.5 text-ink-2">{t('Down payment')}</p>}
          {isPositive(installment.fee) && (
            <p className="pt-1.5 text-ink-2">{feeText(installment, currency)}</p>
          )}
        </>
      }
    >
      <button
        type="button"
        aria-disabled={isPaid || undefined}
        aria-label={t(
          '{state, select, paid {} other {Pay }}{kind, select, down {Down payment, installment} other {Installment}} {number} of {of}: due date {date}, status {status}, total {total}, balance {balance}',
          {
            state: isPaid ? 'paid' : 'open',
            kind: isDown ? 'down' : 'other',
            number,
            of,
            date,
            status: STATUS_TEXTS[status],
            total,
            balance,
          },
        )}
        onClick={() => !isPaid && onPay(installment)}
        className="grid min-w-9 justify-items-center gap-0.5 rounded-8 pt-1.5 pb-1 hover:bg-sunken aria-disabled:cursor-default"
      >
        <InstallmentMark status={status} />
        <span className={cx('num text-12', isPaid ? 'text-ink-3' : 'font-semibold text-ink')}>
          {isDown ? DOWN_MARK : number}
        </span>
      </button>
    </Tooltip>
  )
}
