import type { Language } from '../../../../../domain/mails/languages.ts'
import { translateText } from '../../../../platform/languages/translate.ts'
import { statusText } from '../../rules.ts'
import type { InvoiceFacts } from '../../store/facts.ts'

/**
 * Describes an open or written-off invoice in a language: 'Paid', 'Due in 3 days', 'Overdue by 1 day' or 'Written off'. A
 * written-off invoice that is owed again has its due status.
 */
export const describeStatus = (
  language: Language,
  { state, remainingMinor, currency }: Pick<InvoiceFacts, 'state' | 'remainingMinor' | 'currency'>,
  daysPastDue: number,
): string => translateText(language, statusText(state, remainingMinor, currency, daysPastDue))
