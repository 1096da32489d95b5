import {
  Ban,
  Bell,
  BellOff,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CircleDollarSign,
  CircleX,
  Clock,
  Eye,
  FilePlus2,
  FileUp,
  GitMerge,
  Pencil,
  ReceiptText,
  RefreshCw,
  Send,
  StickyNote,
  Undo2,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import type { EventType } from '../../../domain/accounts/event-types.ts'
import { MENTION_EVENT } from '../../../domain/accounts/notified-events.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import type { Tone } from '../../ui/text/tag.tsx'

export type Event = ReplyOf<typeof contract.events.list>['results'][number]

interface Look {
  readonly icon: ReactNode
  readonly tone: Tone
  /** `{customer}`, `{label}` and `{amount}` stand for the event's own. */
  readonly text: string
}

const look = (icon: ReactNode, tone: Tone, text: string): Look => ({ icon, tone, text })

const LOOKS: Readonly<Record<EventType, Look>> = {
  'customer.created': look(<UserPlus key="i" />, 'quiet', '{customer} was added'),
  'customer.updated': look(<Pencil key="i" />, 'quiet', '{customer} was edited'),
  'customer.merged': look(<GitMerge key="i" />, 'quiet', '{customer} was merged with a duplicate'),
  'customer.merge_undone': look(<Undo2 key="i" />, 'quiet', '{customer} was separated from a duplicate'),
  'customer.noted': look(<StickyNote key="i" />, 'quiet', '{customer} got a note'),
  'customer.invited': look(<Send key="i" />, 'open', '{customer} was invited to the portal'),
  'customer.enrolled': look(<UserPlus key="i" />, 'open', 'A customer set up a portal login'),
  'customer.unsubscribed': look(<BellOff key="i" />, 'soon', '{customer} unsubscribed from reminders'),
  'customer.resubscribed': look(<Bell key="i" />, 'open', '{customer} subscribed to reminders again'),
  'customer.address_used_again': look(<Send key="i" />, 'open', 'Emails go to {customer} again'),
  'customer.auto_payments_turned_on': look(
    <RefreshCw key="i" />,
    'paid',
    'Automatic payments were turned on for {customer}',
  ),
  'customer.auto_payments_turned_off': look(
    <RefreshCw key="i" />,
    'quiet',
    'Automatic payments were turned off for {customer}',
  ),
  'import.finished': look(<FileUp key="i" />, 'quiet', '{label} was imported'),
  'invoice.created': look(<FilePlus2 key="i" />, 'quiet', '{label} was created for {customer}'),
  'invoice.updated': look(<Pencil key="i" />, 'quiet', '{label} for {customer} was edited'),
  'invoice.deleted': look(<Ban key="i" />, 'quiet', 'Draft {label} for {customer} was deleted'),
  'invoice.sent': look(<Send key="i" />, 'open', '{label} was sent to {customer}'),
  'invoice.reminded': look(<Bell key="i" />, 'open', '{customer} was reminded of {label}'),
  'invoice.late_fee_charged': look(
    <CircleDollarSign key="i" />,
    'soon',
    '{label} for {customer} was charged a late fee of {amount}',
  ),
  'invoice.late_fee_waived': look(
    <Undo2 key="i" />,
    'quiet',
    'A late fee of {amount} on {label} for {customer} was waived',
  ),
  'invoice.promised': look(<CalendarClock key="i" />, 'soon', '{customer} promised to pay {label}'),
  'invoice.promise_broken': look(
    <CircleX key="i" />,
    'overdue',
    '{customer} did not keep the promise to pay {label}',
  ),
  'invoice.disputed': look(<CircleAlert key="i" />, 'soon', '{customer} disputed {label}'),
  'invoice.dispute_resolved': look(
    <CircleCheck key="i" />,
    'open',
    'The dispute of {label} by {customer} was resolved',
  ),
  'invoice.thanked': look(<Send key="i" />, 'paid', '{customer} was thanked for paying {label}'),
  'invoice.opened': look(<Eye key="i" />, 'quiet', '{customer} opened {label}'),
  'invoice.voided': look(<Ban key="i" />, 'quiet', '{label} for {customer} was voided'),
  'invoice.written_off': look(<Ban key="i" />, 'quiet', '{label} for {customer} was written off'),
  'invoice.reopened': look(<Undo2 key="i" />, 'quiet', '{label} for {customer} was reopened'),
  'message.failed': look(<CircleAlert key="i" />, 'overdue', 'An email about {label} was not delivered'),
  'message.bounced': look(<CircleAlert key="i" />, 'overdue', 'Emails to {customer} come back'),
  'message.complained': look(
    <CircleAlert key="i" />,
    'overdue',
    'An email was reported as spam by {customer}',
  ),
  'payment.pending': look(<Clock key="i" />, 'soon', '{customer} is paying {amount}'),
  'payment.authorized': look(<Clock key="i" />, 'soon', '{customer} authorized {amount}'),
  'payment.released': look(<Ban key="i" />, 'quiet', '{amount} authorized by {customer} was released'),
  'payment.confirmed': look(<CircleCheck key="i" />, 'paid', '{customer} paid {amount}'),
  'payment.failed': look(<CircleX key="i" />, 'overdue', 'A payment of {amount} by {customer} failed'),
  'payment.returned': look(<Undo2 key="i" />, 'overdue', 'The bank returned {amount} paid by {customer}'),
  'payment.refunded': look(<Undo2 key="i" />, 'soon', '{amount} was refunded to {customer}'),
  'payment.refund_failed': look(
    <CircleAlert key="i" />,
    'overdue',
    'A refund of {amount} to {customer} failed',
  ),
  'payment.credit_applied': look(
    <ReceiptText key="i" />,
    'paid',
    'Credit of {amount} was applied for {customer}',
  ),
  'payment_plan.proposed': look(
    <CalendarClock key="i" />,
    'open',
    'A payment plan for {label} was proposed to {customer}',
  ),
  'payment_plan.confirmed': look(
    <CircleCheck key="i" />,
    'paid',
    '{customer} confirmed the payment plan for {label}',
  ),
  'payment_plan.defaulted': look(
    <CircleAlert key="i" />,
    'overdue',
    'The payment plan of {customer} for {label} defaulted',
  ),
  'payment_plan.cured': look(
    <RefreshCw key="i" />,
    'open',
    'The payment plan of {customer} for {label} resumed',
  ),
  'payment_plan.completed': look(
    <CircleCheck key="i" />,
    'paid',
    'The payment plan of {customer} for {label} was paid',
  ),
  'payment_plan.canceled': look(
    <Ban key="i" />,
    'quiet',
    'The payment plan of {customer} for {label} was canceled',
  ),
  'credit_memo.issued': look(<ReceiptText key="i" />, 'paid', '{label} was issued to {customer}'),
  'credit_memo.applied': look(<ReceiptText key="i" />, 'paid', '{label} for {customer} was applied'),
  'credit_memo.unapplied': look(<ReceiptText key="i" />, 'quiet', '{label} for {customer} was unapplied'),
  'credit_memo.voided': look(<Ban key="i" />, 'quiet', '{label} for {customer} was voided'),
  'statement.sent': look(<Send key="i" />, 'open', 'Statement {label} was sent to {customer}'),
  'connection.lost': look(<CircleAlert key="i" />, 'overdue', 'The connection to {label} ended'),
}

export const iconOf = ({ type }: Event): ReactNode => LOOKS[type].icon
export const toneOf = ({ type }: Event): Tone => LOOKS[type].tone

/** Where events are listed. */
export type EventPlace = 'activity' | 'customer' | 'notifications'

/** Notes reach the notifications of those only whom they mention. */
const MENTION_TEXT = 'You were mentioned in a note about {customer}'

/** 'Harbor Foods paid $360.12'; on the customer's own page 'Paid $360.12'. */
export function eventText(event: Event, place: EventPlace = 'activity'): string {
  const amount =
    event.amount === null || event.currency === null ? '' : moneyText(event.amount, event.currency)
  const words: Readonly<Record<string, string>> = {
    customer: event.customer?.short_name ?? 'A customer',
    label: event.label || 'A deleted record',
    amount: amount || 'an amount',
  }
  const isMention = place === 'notifications' && event.type === MENTION_EVENT
  const text = isMention ? MENTION_TEXT : LOOKS[event.type].text
  const said = place === 'customer' ? withoutCustomer(text) : text
  return said.replace(/\{(\w+)\}/g, (_, name: string) => words[name]!)
}

function withoutCustomer(text: string): string {
  const rest = text
    .replace(/^\{customer\} (is |was )?/, '')
    .replace(/( paid| authorized)? (for|to|by) \{customer\}/, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** Payments carry their number here, since their sentence names the amount. */
const isNumberAside = (type: EventType): boolean => type.startsWith('payment.')

/** Example: 'PAY-1014, by Olive Owner'. Empty when nothing more is known. */
export function eventDetail(event: Event): string {
  const by = event.actor.kind === 'staff' ? `by ${event.actor.name}` : ''
  return [isNumberAside(event.type) ? event.label : '', event.note, by].filter(Boolean).join(', ')
}
