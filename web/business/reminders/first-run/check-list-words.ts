import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { type DateFormat, formatDate } from '../../../../domain/dates/calendar.ts'
import { REASON_TEXTS } from '../../../../domain/reminders/reason-texts.ts'
import { lowerFirst } from '../../../ui/text/lower-first.ts'
import { moneyText } from '../../../ui/text/money-text.ts'

export type CheckListReply = ReplyOf<typeof contract.reminderCheckList.read>

const count = (number: number, one: string): string =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en-US')} ${one}s`

/** 'Tomorrow, 11/27/2026: 12 messages to 9 customers about $4,300.00'. */
export function tomorrowText({ tomorrow, days_off }: CheckListReply, format: DateFormat): string {
  const day = `Tomorrow, ${formatDate(tomorrow.day, format)}`
  if (tomorrow.messages === 0) return `${day}: nothing is sent${offNote(days_off.tomorrow)}`
  const sums = tomorrow.totals
    .map(({ remaining, currency }) => moneyText(remaining, currency, true))
    .join(' and ')
  const least = tomorrow.more ? 'at least ' : ''
  return `${day}: ${least}${count(tomorrow.messages, 'message')} to ${count(tomorrow.customers, 'customer')}${sums === '' ? '' : ` about ${sums}`}`
}

const offNote = (day: string | null): string =>
  day === null ? '' : day === 'weekend' ? ', it is the weekend' : `, it is ${day}`

/** Why steps that are due by tomorrow are not sent then. */
export const notSentTexts = ({ not_sent }: CheckListReply): string[] =>
  not_sent.map(({ reason, invoices }) => `${count(invoices, 'invoice')}: ${lowerFirst(REASON_TEXTS[reason])}`)

/** The sender that customers see, and whether emails leave. */
export function senderText({ sender }: CheckListReply): { fine: boolean; title: string; notes: string[] } {
  const title = `Sent as ${sender.name} <${sender.address}>`
  const replies =
    sender.reply_to === ''
      ? 'Replies go nowhere: add an email address to your company information.'
      : `Replies go to ${sender.reply_to}.`
  const undelivered =
    sender.undelivered === 0
      ? []
      : [`${count(sender.undelivered, 'email')} of the last 7 days could not be delivered.`]
  return {
    fine: sender.reply_to !== '' && (sender.delivery === 'mail_server' || sender.delivery === 'demo_mailbox'),
    title,
    notes: [DELIVERY_TEXTS[sender.delivery], replies, ...undelivered],
  }
}

const DELIVERY_TEXTS: Readonly<Record<CheckListReply['sender']['delivery'], string>> = {
  mail_server: 'Emails leave through the mail server.',
  demo_mailbox: 'This is a demo: emails arrive in its mailbox, not at your customers.',
  none: 'No mail server is set up: emails wait until there is one.',
  paused: 'This is a restored copy: emails wait until it is released.',
}

/** Days on which nothing is sent. */
export function daysOffText({ days_off }: CheckListReply): string {
  const days = [
    ...(days_off.weekends ? ['weekends'] : []),
    ...(days_off.holiday_country === null
      ? []
      : [`public holidays of ${countryName(days_off.holiday_country)}`]),
  ]
  return days.length === 0
    ? 'Sent on every day, weekends and public holidays included'
    : `Nothing is sent on ${days.join(' and ')}`
}

const countryName = (code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code
