import { isUnpaid } from '../../../../../domain/invoices/invoice-status.ts'
import type { Language } from '../../../../../domain/mails/languages.ts'
import { translatorTo } from '../../../../platform/languages/translate.ts'
import type { InvoiceFacts } from '../../store/facts.ts'

/**
 * Describes an open or written-off invoice in a language: 'Paid', 'Due in 3 days', 'Overdue by 1 day' or 'Written off'. A
 * written-off invoice that is owed again has its due status.
 */
export function describeStatus(
  language: Language,
  { state, remainingMinor, currency }: Pick<InvoiceFacts, 'state' | 'remainingMinor' | 'currency'>,
  daysPastDue: number,
): string {
  const t = translatorTo(language)
  if (state === 'written_off' && remainingMinor === 0n)
    return t('Written off', { context: 'status of an invoice' })
  if (!isUnpaid(remainingMinor, currency)) return t('Paid', { context: 'status of an invoice' })
  const days = Math.abs(daysPastDue)
  return daysPastDue > 0
    ? t('Overdue by {days, plural, one {# day} other {# days}}', { days })
    : t('Due in {days, plural, one {# day} other {# days}}', { days })
}
