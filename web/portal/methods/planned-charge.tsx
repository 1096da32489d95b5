import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { useAutoPayments } from './use-methods.ts'

/** Announces an automatic payment, so that the customer does not also pay the invoice by hand. */
export function PlannedCharge({ invoiceId, dateFormat }: { invoiceId: string; dateFormat: DateFormat }) {
  const { data } = useAutoPayments()
  const planned = data?.planned.find(({ invoice }) => invoice.pk === invoiceId)
  if (!planned) return null
  return (
    <Note
      title={t('We’ll charge {method} on {date}', {
        method: planned.method_display,
        date: formatDate(planned.on, dateFormat),
      })}
    >
      {t('{amount}, automatically. Anything you pay now is deducted.', {
        amount: moneyText(planned.amount, planned.currency),
      })}
    </Note>
  )
}
