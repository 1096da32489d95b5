import type { PaymentTerms } from '../../../../../domain/dates/terms.ts'
import type { Translator } from '../../../../platform/languages/translate.ts'

/** Describes payment terms: 'Net 30'. Null when a person chose the due date. */
export function describeTerms(t: Translator, terms: PaymentTerms): string | null {
  switch (terms) {
    case 'custom':
      return null
    case 'due_on_receipt':
      return t('Due on receipt')
    case 'end_of_month':
      return t('End of month')
    case 'end_of_next_month':
      return t('End of next month')
    default:
      return t('Net {days}', { days: terms.slice('net_'.length) })
  }
}
