import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { formatDate } from '../../ui/language/format-date.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { useAutoPayments } from './use-methods.ts'

/** Announces an automatic payment, so that the customer does not also pay the invoice by hand. */
export function PlannedCharge({ invoiceId, dateFormat }: { invoiceId: string; dateFormat: DateFormat }) {
  const { data } = useAutoPayments()
  const planned = data?.planned.find(({ invoice }) => invoice.pk === invoiceId)
  if (!planned) return null
  return (
    <Note title={`We’ll charge ${planned.method_display} on ${formatDate(planned.on, dateFormat)}`}>
      {moneyText(planned.amount, planned.currency)}, automatically. Anything you pay now is deducted.
    </Note>
  )
}
