import { formatDate } from '../../../domain/dates/calendar.ts'
import { DISPUTE_REASON_TEXTS } from '../../../domain/invoices/answers.ts'
import type { Account } from '../../session/account-context.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import type { Dispute, PaymentPromise } from './use-answers.ts'

type Source = Pick<PaymentPromise, 'source' | 'recorded_by'>

/** The person who gave or recorded an answer: 'by the customer (pay link)'. */
export function bySource({ source, recorded_by }: Source): string {
  if (source === 'staff') return `recorded by ${recorded_by ?? 'somebody who left'}`
  if (source === 'api') return 'recorded through the API'
  return source === 'pay_link' ? 'by the customer (pay link)' : 'by the customer (portal)'
}

/** '$40.00 promised for Dec 12, 2026' */
export function promiseText(promise: PaymentPromise, currency: string, account: Account): string {
  const day = formatDate(promise.promised_on, account.date_format)
  return promise.amount === null
    ? `Promised for ${day}`
    : `${moneyText(promise.amount, currency)} promised for ${day}`
}

/** '$40.00 disputed: the amount is wrong' */
export function disputeText({ reason, amount }: Dispute, currency: string): string {
  const text = DISPUTE_REASON_TEXTS[reason].toLowerCase()
  return amount === null ? `Disputed: ${text}` : `${moneyText(amount, currency)} disputed: ${text}`
}

/** How a promise that is not open ended. */
export const PROMISE_ENDS: Readonly<Record<PaymentPromise['state'], string>> = {
  open: 'Open',
  kept: 'Kept',
  broken: 'Not kept',
  withdrawn: 'Withdrawn',
}
