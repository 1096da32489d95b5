import type { DateFormat } from '../../../../domain/dates/calendar.ts'
import { formatDate } from '../../../ui/language/format-date.ts'
import { t } from '../../../ui/language/text.ts'
import { moneyText } from '../../../ui/text/money-text.ts'
import { StatusText } from '../../../ui/text/status-text.tsx'
import { isPositive } from '../invoice-look.ts'

const STATUSES = {
  Open: ['open', t('Open', { context: 'status of an installment' })],
  Paid: ['paid', t('Paid', { context: 'status of an installment' })],
  Overdue: ['overdue', t('Overdue', { context: 'status of an installment' })],
} as const

interface Shown {
  readonly number: number
  readonly status: keyof typeof STATUSES
  readonly due_date: string
  readonly amount: string
  readonly down_payment: boolean
  readonly fee: string
}

/** The installments of a plan: what is due when, and what is paid already. */
export function ScheduleList({
  installments,
  isProposed,
  currency,
  dateFormat,
}: {
  installments: readonly Shown[]
  isProposed: boolean
  currency: string
  dateFormat: DateFormat
}) {
  return (
    <ol aria-label={t('Installments')} className="grid text-14">
      {installments.map((one) => (
        <li
          key={one.number}
          className="flex items-baseline justify-between gap-3 border-line py-2.5 not-last:border-b"
        >
          <span className="min-w-0">
            <span className="num">{formatDate(one.due_date, dateFormat)}</span>
            {one.down_payment && <span className="text-ink-3"> {t('· down payment')}</span>}
            {isPositive(one.fee) && (
              <span className="block text-12 text-ink-3">
                {t('Includes the plan’s fee of {amount}', { amount: moneyText(one.fee, currency) })}
              </span>
            )}
            {(!isProposed || one.status === 'Paid') && (
              <span className="block text-12">
                <StatusText tone={STATUSES[one.status][0]}>{STATUSES[one.status][1]}</StatusText>
              </span>
            )}
          </span>
          <span className="num font-medium">{moneyText(one.amount, currency)}</span>
        </li>
      ))}
    </ol>
  )
}
