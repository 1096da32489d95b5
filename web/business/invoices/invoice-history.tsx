import {
  Ban,
  CircleAlert,
  CircleDollarSign,
  Clock,
  Eye,
  FilePlus2,
  Pencil,
  ReceiptText,
  Send,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { Link } from '../../ui/layout/link.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import type { Tone } from '../../ui/text/tag.tsx'
import { Timeline } from '../../ui/text/timeline.tsx'
import { dayOf, timeOf } from '../../ui/text/zoned-time.ts'
import type { Invoice } from './invoice-look.ts'

type Event = Invoice['timeline'][number]

const LOOKS: Readonly<Record<Event['kind'], readonly [ReactNode, Tone]>> = {
  created: [<FilePlus2 key="i" />, 'quiet'],
  edited: [<Pencil key="i" />, 'quiet'],
  sent: [<Send key="i" />, 'open'],
  viewed: [<Eye key="i" />, 'quiet'],
  payment: [<CircleDollarSign key="i" />, 'paid'],
  clearing: [<Clock key="i" />, 'soon'],
  credit: [<ReceiptText key="i" />, 'paid'],
  refund: [<Undo2 key="i" />, 'soon'],
  returned: [<Undo2 key="i" />, 'overdue'],
  mail_failed: [<CircleAlert key="i" />, 'overdue'],
  late_fee: [<CircleDollarSign key="i" />, 'soon'],
  void: [<Ban key="i" />, 'quiet'],
  write_off: [<Ban key="i" />, 'quiet'],
  reopened: [<Undo2 key="i" />, 'open'],
}

/** Events of the invoice, newest first. */
export function InvoiceHistory({ invoice }: { invoice: Invoice }) {
  const account = useAccount()
  const time = (event: Event): string => {
    const day = dayOf(event.at, account.timezone)
    if (day === account.today) return timeOf(event.at, account.timezone)
    return formatDate(day, account.date_format)
  }
  const words = (event: Event): ReactNode =>
    event.link === null ? (
      event.text
    ) : (
      <Link href={event.link} className="link-quiet">
        {event.text}
      </Link>
    )
  return (
    <section aria-label="History" className="min-w-0 border-t border-line pt-5">
      <h2 className="mb-3 font-semibold">History</h2>
      <Timeline
        items={invoice.timeline.map((event, at) => ({
          id: `${event.at} ${event.kind} ${at}`,
          icon: LOOKS[event.kind][0],
          tone: LOOKS[event.kind][1],
          title: words(event),
          detail: event.amount === null ? undefined : moneyText(event.amount, invoice.currency),
          time: time(event),
          dateTime: event.at,
        }))}
      />
    </section>
  )
}
