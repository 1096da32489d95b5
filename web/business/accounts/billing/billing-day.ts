import { dateInZone, formatDate } from '../../../../domain/dates/calendar.ts'
import type { Account } from '../../../session/account-context.ts'

/** An instant as a day where the company is. */
export const billingDay = (
  instant: string,
  { timezone, date_format: format }: Pick<Account, 'timezone' | 'date_format'>,
): string => formatDate(dateInZone(Date.parse(instant), timezone), format)
