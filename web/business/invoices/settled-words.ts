import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { shortDate } from '../../../domain/dates/short-date.ts'
import { lowerFirst } from '../../ui/text/lower-first.ts'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { dayOf } from '../../ui/text/zoned-time.ts'
import type { Invoice } from './invoice-look.ts'

type Facts = Pick<
  Invoice,
  | 'state'
  | 'currency'
  | 'total'
  | 'remaining'
  | 'paid'
  | 'credited'
  | 'written_off'
  | 'closed_at'
  | 'closed_because'
  | 'timeline'
>

export interface SettledWords {
  /** 'Paid' */
  readonly verb: string
  readonly amount: string
  /** 'on Nov 20 by Visa 4242' */
  readonly detail: string
  /** Empty when there is none. */
  readonly reason: string
}

/** The payment that settled an invoice: 'credit_card', 'Credit card', 'Visa •••• 4242'. */
export interface PaidBy {
  readonly type: string
  readonly type_display: string
  readonly method_display: string
}

const PAYMENT_LINK = /^\/payment-processing\/([^/]+)$/

/** The event that settled the invoice; undefined when none is recorded, as for an imported one. */
const settling = ({ timeline }: Pick<Facts, 'timeline'>) =>
  timeline.find(({ kind }) => kind === 'payment' || kind === 'credit')

/** The id of the payment that settled an invoice; null when none did. */
export function settlingPayment(invoice: Facts): string | null {
  if (invoice.state !== 'open' || isSome(invoice.remaining)) return null
  return settling(invoice)?.link?.match(PAYMENT_LINK)?.[1] ?? null
}

/** Describes how an invoice was settled or closed, for its page header; null for drafts and open invoices. */
export function settledWords(
  invoice: Facts,
  account: { today: string; date_format: DateFormat; timezone: string },
  paidBy: PaidBy | null,
): SettledWords | null {
  if (invoice.state === 'draft' || isSome(invoice.remaining)) return null
  const on = (at: string): string =>
    `on ${shortDate(dayOf(at, account.timezone), account.today, account.date_format)}`
  const closedOn = invoice.closed_at === null ? '' : on(invoice.closed_at)
  const parts = partsOf(invoice)
  switch (invoice.state) {
    case 'void':
      return { verb: 'Voided', amount: invoice.total, detail: closedOn, reason: invoice.closed_because }
    case 'written_off': {
      const amount = isSome(invoice.written_off) ? invoice.written_off : invoice.total
      return { verb: 'Written off', amount, detail: joined(closedOn, parts), reason: invoice.closed_because }
    }
    case 'open': {
      const last = settling(invoice)
      const day = last ? on(last.at) : ''
      const shown = isSome(invoice.credited) ? parts : ''
      return {
        verb: 'Paid',
        amount: invoice.total,
        detail: joined(day + byText(invoice, last?.amount ?? null, paidBy), shown),
        reason: '',
      }
    }
  }
}

const joined = (...texts: string[]): string => texts.filter((text) => text !== '').join(', ')

function partsOf({ paid, credited, currency }: Facts): string {
  return joined(
    isSome(paid) ? `${moneyText(paid, currency)} paid` : '',
    isSome(credited) ? `${moneyText(credited, currency)} credited` : '',
  )
}

/** Formats the method: ' by Visa 4242'; of several payments, the last one is named. */
function byText(invoice: Facts, lastAmount: string | null, paidBy: PaidBy | null): string {
  if (paidBy === null || paidBy.type === 'other') return ''
  const method = (paidBy.method_display || paidBy.type_display).replace(' •••• ', ' ')
  // Card brands keep their capitals.
  const isBrand = paidBy.type === 'paypal' || !method.startsWith(paidBy.type_display)
  const name = isBrand ? method : lowerFirst(method)
  return lastAmount === invoice.total ? ` by ${name}` : `, the last payment by ${name}`
}
