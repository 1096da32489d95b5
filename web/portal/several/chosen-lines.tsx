import { useId } from 'react'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../domain/money/money.ts'
import { MOST_INVOICES_PAID } from '../../../domain/payments/several.ts'
import { CheckBox } from '../../ui/fields/checkbox.tsx'
import { formatDate } from '../../ui/language/format-date.ts'
import { LOCALE } from '../../ui/language/locale.ts'
import { t } from '../../ui/language/text.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { invoiceLook, isPositive } from '../pay/invoice-look.ts'
import type { OpenInvoices } from './open-invoices.ts'

type Line = OpenInvoices['lines'][number]

/** The invoices of one payment, each with a box, and their sum. */
export function ChosenLines({
  open,
  chosen,
  sumMinor,
  dateFormat,
  onToggle,
}: {
  open: OpenInvoices
  chosen: readonly Line[]
  sumMinor: bigint
  dateFormat: DateFormat
  onToggle: (pk: string, on: boolean) => void
}) {
  const { currency, lines } = open
  const keys = new Set(chosen.map((line) => line.pk))
  const anyPayable = lines.some((line) => isPositive(line.payable))
  return (
    <section aria-label={t('Invoices to pay')} className="grid gap-3">
      {anyPayable && (
        <p className="text-14 font-medium text-ink-2">
          {t('You pay {count, plural, one {# invoice} other {# invoices}}', { count: chosen.length })}
        </p>
      )}
      <ul className="max-h-80 overflow-y-auto border-y border-line max-sm:max-h-none">
        {lines.map((line) => (
          <OneLine
            key={line.pk}
            line={line}
            currency={currency}
            dateFormat={dateFormat}
            checked={keys.has(line.pk)}
            boxed={anyPayable}
            onToggle={onToggle}
          />
        ))}
      </ul>
      {anyPayable && (
        <p className="flex items-baseline justify-between gap-3 font-semibold">
          {t('Subtotal')}{' '}
          <span className="num text-20">{displayAmount(sumMinor, currency, { locale: LOCALE })}</span>
        </p>
      )}
      {open.apart > 0 && (
        <p className="text-13 text-ink-2">
          {t(
            '{count, plural, one {# more invoice is} other {# more invoices are}} paid into another account of the company, with a payment of {count, plural, one {its} other {their}} own.',
            { count: open.apart },
          )}
        </p>
      )}
      {open.more && (
        <p className="text-13 text-ink-3">
          {t('More is due than one payment covers. These are the {count} that are due first.', {
            count: MOST_INVOICES_PAID,
          })}
        </p>
      )}
      {open.prepay_allowed && (
        <p className="text-13 text-ink-3">
          {t(
            'If you pay less, the earliest due invoices are paid first. What you pay beyond them becomes your credit.',
          )}
        </p>
      )}
    </section>
  )
}

function OneLine({
  line,
  currency,
  dateFormat,
  checked,
  boxed,
  onToggle,
}: {
  line: Line
  currency: string
  dateFormat: DateFormat
  checked: boolean
  /** False when no invoice of the list can be chosen. */
  boxed: boolean
  onToggle: (pk: string, on: boolean) => void
}) {
  const id = useId()
  const payable = isPositive(line.payable)
  const look = invoiceLook({ ...line, currency })
  const pending = isPositive(line.remaining) && !payable
  const owed = pending ? line.remaining : line.total
  return (
    <li className="border-t border-line first:border-t-0">
      <label
        htmlFor={id}
        className="flex min-h-15 cursor-default items-center gap-3 py-2 has-enabled:cursor-pointer"
      >
        {boxed && (
          <CheckBox
            id={id}
            checked={checked}
            disabled={!payable}
            onChange={(event) => onToggle(line.pk, event.target.checked)}
          />
        )}
        <span className="grid min-w-0 flex-1 gap-1">
          <b className="font-semibold wrap-anywhere">{line.number}</b>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-3">
            <Tag tone={pending ? 'open' : look.tone}>{pending ? t('Payment pending') : look.text}</Tag>
            <time dateTime={line.due_date}>{formatDate(line.due_date, dateFormat)}</time>
          </span>
        </span>
        <span className="num font-semibold">{moneyText(boxed ? line.payable : owed, currency)}</span>
      </label>
    </li>
  )
}
