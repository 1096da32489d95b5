import { Pause, Send, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { REASON_TEXTS } from '../../../domain/reminders/reason-texts.ts'
import { useAccount } from '../../session/account-context.ts'
import type { Tone } from '../../ui/text/tag.tsx'
import { Timeline, type TimelineItem } from '../../ui/text/timeline.tsx'

export type Decision = ReplyOf<typeof contract.reminders.listDecisions>['results'][number] & {
  /** Shown where the decisions are about several invoices. */
  readonly invoice?: { readonly number: string }
}

const LOOKS: Readonly<Record<Decision['outcome'], readonly [ReactNode, Tone]>> = {
  sent: [<Send key="i" />, 'open'],
  held: [<Pause key="i" />, 'soon'],
  skipped: [<X key="i" />, 'quiet'],
}
const OUTCOMES = { sent: 'sent', held: 'held', skipped: 'not sent' } as const

/** Decisions about reminders: sent, held or skipped, and why. */
export function DecisionTimeline({ decisions }: { decisions: readonly Decision[] }) {
  const account = useAccount()
  const day = (date: string) => formatDate(date, account.date_format)
  return <Timeline items={decisions.map((one) => decisionItem(one, day))} />
}

/** Returns the line of a decision. `day` formats a date. */
export const decisionItem = (one: Decision, day: (date: string) => string): TimelineItem => ({
  id: one.pk,
  icon: LOOKS[one.outcome][0],
  tone: LOOKS[one.outcome][1],
  title: titleOf(one),
  ...(one.reason !== null && {
    detail: `${REASON_TEXTS[one.reason]}${one.held_until === null ? '' : `, until ${day(one.held_until)}`}`,
  }),
  time: day(one.decided_on),
  dateTime: one.decided_at,
})

function titleOf(one: Decision): string {
  const repeat = one.occurrence > 0 ? ` (repeat ${one.occurrence})` : ''
  const invoice = one.invoice ? `${one.invoice.number}, ` : ''
  return `${invoice}${one.step}${repeat}: ${one.task === null ? OUTCOMES[one.outcome] : 'task opened'}`
}
